/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MaskIndex } from "@/components/masks/mask-index";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { useMasks } from "@/store/library/masks";
import { useSettings } from "@/store/settings/settings";
import { sampleSession, usualDefaults } from "../../support/chat-samples";
import { sampleMask } from "../../support/mask-samples";
import { WithRouter } from "../../support/with-router";

// Reading the stored masks replaces those of the store.
beforeAll(() => useMasks.whenRead());

beforeEach(() => {
  useMasks.setState({ ...useMasks.getInitialState(), builtinState: "ready" }, true);
  useChats.setState(useChats.getInitialState(), true);
  useChats.getState().hydrate([sampleSession({ id: "s" })], "s", usualDefaults);
});

const button = () => screen.queryByRole("button", { name: "Start a chat with this text" });
const search = () => screen.getByRole("combobox", { name: "Search masks" });

test("a search that finds no mask can start a chat with its text", async () => {
  const masks = [sampleMask({ id: "pilot", name: "Pilot" })];
  await act(async () =>
    render(<MaskIndex masks={masks} firstIds={["pilot"]} projectId={undefined} />, { wrapper: WithRouter }),
  );
  await userEvent.type(search(), "Pil");
  expect(button()).toBeNull();
  await userEvent.clear(search());
  await userEvent.type(search(), "How do I bake bread?");
  await userEvent.click(button() as HTMLElement);
  const { currentId } = useChats.getState();
  expect(useDrafts.getState().drafts[currentId]?.text).toBe("How do I bake bread?");
});

test("without masks, an empty search starts no chat", async () => {
  useSettings.setState({ hideBuiltinMasks: true });
  render(<MaskIndex masks={[]} firstIds={[]} projectId={undefined} />, { wrapper: WithRouter });
  expect(screen.getByRole("heading", { name: "No masks found" })).toBeVisible();
  expect(button()).toBeNull();
});
