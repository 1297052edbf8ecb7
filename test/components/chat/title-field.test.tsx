/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { TitleField } from "@/components/chat/settings/title-field";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { sampleSession, usualDefaults } from "../../support/chat-samples";
import { WithMessages } from "../../support/with-messages";

/** Opens the field of a chat whose title was made from its first message. */
function open() {
  const automatic = sampleSession({ id: "s", preview: "When is hgih tide?", messageCount: 2 });
  useChats.getState().hydrate([automatic], "s", usualDefaults);
  render(<TitleField sessionId="s" isEditing onEditingChange={() => undefined} />, { wrapper: WithMessages });
  return screen.getByRole<HTMLInputElement>("textbox");
}

const topic = () => sessionOf(useChats.getState(), "s")?.topic;

test("an automatic title is in the field, selected, so that it can be corrected or replaced", () => {
  const field = open();
  expect(field).toHaveValue("When is hgih tide?");
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 18]);
  fireEvent.change(field, { target: { value: "When is high tide?" } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(topic()).toBe("When is high tide?");
});

test("an automatic title stays automatic if it is not changed", () => {
  fireEvent.keyDown(open(), { key: "Enter" });
  expect(topic()).toBe("");
});

test("a title that a model writes meanwhile is not replaced by the previous one", () => {
  const field = open();
  act(() => useChats.getState().patchSession("s", { topic: "High tide" }));
  fireEvent.blur(field);
  expect(topic()).toBe("High tide");
});
