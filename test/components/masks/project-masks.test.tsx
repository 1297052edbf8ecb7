/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { startChatIn } from "@/components/actions/project-actions";
import { pickerHref } from "@/components/masks/picker-href";
import { RecentMasks } from "@/components/masks/recent-masks";
import { MasksDialog } from "@/components/projects/masks-dialog";
import { newProject } from "@/lib/chat/project";
import { useChats } from "@/store/chats/chats";
import { useMasks } from "@/store/library/masks";
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { sampleSession, usualDefaults } from "../../support/chat-samples";
import { sampleMask } from "../../support/mask-samples";
import { WithRouter } from "../../support/with-router";

const pilot = sampleMask({ id: "pilot", name: "Pilot" });
const tutor = sampleMask({ id: "tutor", name: "Tutor", createdAt: 5 });

// Reading the stored masks replaces those of the store.
beforeAll(() => useMasks.whenRead());

beforeEach(() => {
  useSettings.setState({ ...useSettings.getInitialState(), hideBuiltinMasks: true }, true);
  useMasks.setState({ ...useMasks.getInitialState(), builtinState: "ready", own: [tutor, pilot] }, true);
  useChats.setState(useChats.getInitialState(), true);
  useChats.getState().hydrate([sampleSession({ id: "s", projectId: "p" })], "s", usualDefaults);
  const project = { ...newProject({ id: "p", name: "Tides", now: 0, others: [] }), masks: ["pilot", "gone"] };
  useProjects.setState({ byId: new Map([["p", project]]) });
});

const chipNames = () =>
  within(screen.getByRole("group"))
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

test("an empty chat of a project offers the project's masks first, and stays in the project with one", async () => {
  render(<RecentMasks sessionId="s" />, { wrapper: WithRouter });
  expect(chipNames().map((name) => name?.trim())).toEqual(["Pilot", "Tutor"]);
  expect(screen.getByRole("link", { name: "See all" })).toHaveAttribute("href", "/new-chat?from=home&project=p");
  await userEvent.click(screen.getByRole("button", { name: "Pilot" }));
  const started = useChats.getState().sessions.map(({ id, topic, projectId }) => ({ id, topic, projectId }));
  expect(started).toEqual([{ id: "s", topic: "Pilot", projectId: "p" }]);
});

test("without a known project, the masks that were used last come first", () => {
  act(() => useProjects.setState({ byId: new Map() }));
  render(<RecentMasks sessionId="s" />, { wrapper: WithRouter });
  expect(chipNames().map((name) => name?.trim())).toEqual(["Tutor", "Pilot"]);
  expect(screen.getByRole("link", { name: "See all" })).toHaveAttribute("href", "/new-chat?from=home");
});

test.each([
  ["opens the picker", {}, [pickerHref({ project: "p" })], []],
  ["opens an empty chat if the picker is off", { dontShowMaskSplashScreen: true }, [], ["s"]],
])("a new chat in a project with masks %s", (_name, settings, pushed, opened) => {
  useSettings.setState(settings);
  const [push, open] = [jest.fn(), jest.fn()];
  startChatIn("p", { router: { push }, open });
  expect([push.mock.calls.flat(), open.mock.calls.map(([id]) => id)]).toEqual([pushed, opened]);
});

test("masks of a project are chosen with checkboxes and found by a search; deleted ones are retained", async () => {
  const onChange = jest.fn();
  render(<MasksDialog chosen={["pilot", "gone"]} onChange={onChange} onClose={() => {}} />, { wrapper: WithRouter });
  const names = () =>
    screen.getAllByRole("checkbox").map((box) => [box.closest("label")?.textContent, box.matches(":checked")]);
  expect(names()).toEqual([
    ["Pilot", true],
    ["Tutor", false],
  ]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Tutor" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Pilot" }));
  expect(onChange.mock.calls.flat()).toEqual([{ masks: ["pilot", "gone", "tutor"] }, { masks: ["gone"] }]);
  await userEvent.type(screen.getByRole("searchbox"), "tut");
  expect(names()).toEqual([["Tutor", false]]);
  await userEvent.type(screen.getByRole("searchbox"), "zz");
  expect(screen.getByRole("status")).toHaveTextContent("No masks found");
});
