/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import { RenameField } from "@/components/shell/rename-field";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { sampleSession, usualDefaults } from "../../support/chat-samples";
import { WithMessages } from "../../support/with-messages";

/** Begins to rename a chat, and writes a title. */
function setUp() {
  const id = useChats.getState().newChat(usualDefaults);
  const session = () => sessionOf(useChats.getState(), id);
  useChatList.setState({ renamingId: id });
  const begun = session();
  if (!begun) throw new Error("There is no chat.");
  render(<RenameField session={begun} />, { wrapper: WithMessages });
  const field = screen.getByRole("textbox");
  fireEvent.change(field, { target: { value: " 潮汐 " } });
  return { field, state: () => [session()?.topic, useChatList.getState().renamingId === id] };
}

test("Enter saves the trimmed title", () => {
  const saved = setUp();
  fireEvent.keyDown(saved.field, { key: "Enter" });
  expect(saved.state()).toEqual(["潮汐", false]);
});

test("Escape restores the previous title", () => {
  const left = setUp();
  fireEvent.keyDown(left.field, { key: "Escape" });
  fireEvent.blur(left.field);
  expect(left.state()).toEqual(["", false]);
});

test("the Enter that ends a composition does not save", () => {
  const { field, state } = setUp();
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(state()).toEqual(["", true]);
});

test("a title that was made from the first message can be corrected, and stays automatic if it is not changed", () => {
  const automatic = sampleSession({ id: "s", preview: "When is hgih tide?", messageCount: 2 });
  useChats.getState().hydrate([automatic], "s", usualDefaults);
  useChatList.setState({ renamingId: "s" });
  const { rerender } = render(<RenameField key="1" session={automatic} />, { wrapper: WithMessages });
  const field = () => screen.getByRole<HTMLInputElement>("textbox");
  const topic = () => sessionOf(useChats.getState(), "s")?.topic;
  expect(field()).toHaveValue("When is hgih tide?");
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(topic()).toBe("");
  rerender(<RenameField key="2" session={automatic} />);
  fireEvent.change(field(), { target: { value: "When is high tide?" } });
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(topic()).toBe("When is high tide?");
});
