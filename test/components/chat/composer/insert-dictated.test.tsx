/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { insertDictated } from "@/components/chat/composer/insert-dictated";
import { MessageField } from "@/components/chat/composer/message-field";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { sampleSession } from "../../../support/chat-samples";
import { WithRouter } from "../../../support/with-router";

const draftOf = (id: string) => useDrafts.getState().drafts[id]?.text;

beforeAll(() => void Object.assign(globalThis, { CSS: { escape: (text: string) => text } }));

test("writes to the draft of a chat, and nothing for a chat that was deleted", () => {
  const session = sampleSession({ id: "kept" });
  useChats.setState({ sessions: [session] });
  insertDictated(session.id, "The tide is late.");
  expect(draftOf(session.id)).toBe("The tide is late.");
  insertDictated("deleted", "The tide is late.");
  expect(draftOf("deleted")).toBeUndefined();
});

test("leaves the caret behind the text at once, so that a key pressed before the next frame follows it", () => {
  const session = sampleSession({ id: "typed" });
  useChats.setState({ sessions: [session] });
  useDrafts.getState().change("typed", () => ({ text: "Say again" }));
  render(<MessageField sessionId="typed" box={createRef()} onSend={() => {}} />, { wrapper: WithRouter });
  const box = screen.getByRole<HTMLTextAreaElement>("textbox");
  box.setSelectionRange(3, 3);
  let after: object = {};
  act(() => {
    insertDictated("typed", "The tide is late.");
    after = { text: box.value, start: box.selectionStart, end: box.selectionEnd, focused: document.activeElement };
  });
  expect(after).toEqual({ text: "Say The tide is late. again", start: 21, end: 21, focused: box });
});
