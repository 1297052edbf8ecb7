/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ChatListTools } from "@/components/shell/chat-list-tools";
import { useChats } from "@/store/chats/chats";
import { listedChats } from "@/store/chats/list-rows";
import { sampleSession } from "../../support/chat-samples";
import { WithRouter } from "../../support/with-router";

const listed = () => listedChats().map(({ id }) => id);

test("checked tags filter the list until all chats are shown again", async () => {
  const announced: string[] = [];
  let created = 0;
  useChats.setState({ sessions: [sampleSession({ id: "a" })], currentId: "" });
  render(<ChatListTools onNewProject={() => created++} onAnnounce={(text) => announced.push(text)} />, {
    wrapper: WithRouter,
  });
  expect(screen.queryByRole("button", { name: /^Filter/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "New project" }));
  expect(created).toBe(1);

  const tagged = [sampleSession({ id: "b", tags: ["Sea", "Work"] }), sampleSession({ id: "c", tags: ["Sea"] })];
  act(() => useChats.setState({ sessions: [sampleSession({ id: "a" }), ...tagged] }));
  const choose = async (button: string, role: string, name: string) => {
    await userEvent.click(screen.getByRole("button", { name: button }));
    await userEvent.click(await screen.findByRole(role, { name }));
  };
  await choose("Filter by tags", "menuitemcheckbox", "Sea");
  expect(listed()).toEqual(["b", "c"]);
  await choose("Filter by tags: Sea", "menuitemcheckbox", "Work");
  expect(listed()).toEqual(["b"]);
  await choose("Filter by tags: Sea and Work", "menuitem", "Show all chats");
  expect(listed()).toEqual(["a", "b", "c"]);
  expect(announced).toEqual([
    "Only chats with these tags: Sea",
    "Only chats with these tags: Sea and Work",
    "All chats are shown",
  ]);
});
