/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createProject } from "@/components/projects/create-project";
import { ProjectEditor } from "@/components/projects/project-editor";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useProjectList } from "@/store/library/projects";
import { sampleSession, usualDefaults } from "../../support/chat-samples";
import { WithRouter } from "../../support/with-router";

const names = () => useProjectList.getState().projects.map(({ name }) => name);

beforeEach(async () => {
  await useProjectList.whenRead();
  act(() => {
    useUi.setState(useUi.getInitialState(), true);
    useProjectList.getState().hydrate({ projects: { old: { id: "old", name: "" } } });
    useChats.getState().hydrate([sampleSession({ id: "a" })], "a", usualDefaults);
  });
});

/** Creates a project with chats, and shows its editor. */
async function openNew(...sessionIds: string[]) {
  await act(() => createProject("", sessionIds));
  const content = useUi.getState().dialog?.content;
  if (content?.kind !== "project") throw new Error("The editor is not open.");
  return render(<ProjectEditor {...content} isNew={content.isNew ?? false} open onClose={() => {}} />, {
    wrapper: WithRouter,
  });
}

/** Closes the editor. */
async function close({ unmount }: { unmount: () => void }) {
  unmount();
  await act(async () => {});
}

test("a new project without an entry is removed when its editor is closed", async () => {
  const editor = await openNew();
  expect(names()).toEqual(["", ""]);
  await close(editor);
  expect(useProjectList.getState().projects.map(({ id }) => id)).toEqual(["old"]);
});

test("a double click creates one project", async () => {
  await act(async () => {
    await Promise.all([createProject(""), createProject("")]);
  });
  expect(names()).toEqual(["", ""]);
});

test("a new project with a name remains, also if the editor is closed at once", async () => {
  const editor = await openNew();
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Tides");
  await close(editor);
  expect(names()).toEqual(["Tides", ""]);
});

test("a new project with a chat remains", async () => {
  await close(await openNew("a"));
  expect(names()).toEqual(["", ""]);
});

test("a project that is edited remains without a name", async () => {
  const editor = render(<ProjectEditor projectId="old" isNew={false} open onClose={() => {}} />, {
    wrapper: WithRouter,
  });
  await close(editor);
  expect(names()).toEqual([""]);
});
