/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render } from "@testing-library/react";
import { ChatMenuRows } from "@/components/chat/chat-menu-rows";
import type { MenuItem } from "@/components/ui/menu-item";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sampleSession, usualDefaults } from "../../support/chat-samples";
import { WithRouter } from "../../support/with-router";

test("the menu of a chat offers to duplicate it, and pins and unpins it with a message", async () => {
  useChats.getState().hydrate([sampleSession({ id: "s" })], "s", usualDefaults);
  let items: readonly MenuItem[] = [];
  const rows = (
    <ChatMenuRows sessionId="s" onRename={() => {}}>
      {(shown) => {
        items = shown;
        return null;
      }}
    </ChatMenuRows>
  );
  await act(async () => render(rows, { wrapper: WithRouter }));
  const labels = () => items.map(({ label }) => label);
  async function select(label: string) {
    const item = items.find((each) => each.label === label);
    await act(async () => item && "onSelect" in item && item.onSelect());
  }
  expect(labels()).toEqual(expect.arrayContaining(["Rename", "Pin", "Duplicate chat"]));
  await select("Pin");
  expect(useChats.getState().sessions[0]?.pinned).toBe(true);
  const toasts = () => useUi.getState().toasts.map(({ content }) => content.kind);
  expect(toasts()).toEqual(["chat-pinned"]);
  await select("Unpin");
  expect(useChats.getState().sessions[0]?.pinned ?? false).toBe(false);
  expect(toasts()).toEqual(["chat-pinned", "chat-unpinned"]);
});
