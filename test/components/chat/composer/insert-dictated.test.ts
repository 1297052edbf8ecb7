/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { insertDictated } from "@/components/chat/composer/insert-dictated";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { sampleSession } from "../../../support/chat-samples";

const draftOf = (id: string) => useDrafts.getState().drafts[id]?.text;

test("writes to the draft of a chat, and nothing for a chat that was deleted", () => {
  Object.assign(globalThis, { CSS: { escape: (text: string) => text } });
  const session = sampleSession({ id: "kept" });
  useChats.setState({ sessions: [session] });
  insertDictated(session.id, "The tide is late.");
  expect(draftOf(session.id)).toBe("The tide is late.");
  insertDictated("deleted", "The tide is late.");
  expect(draftOf("deleted")).toBeUndefined();
});
