import fc from "fast-check";
import { chatAsJson, chatAsTrainingLine } from "@/lib/export/chat-json";
import type { ExportedMessage } from "@/lib/export/exported-chat";
import { nextChatSingle } from "@/lib/import/nextchat/nextchat-chat";
import { type LocaleCode, locales } from "@/locales/registry";
import { importContext } from "../../support/import-samples";

const messages: readonly ExportedMessage[] = [
  { role: "system", name: "", content: "You are an assistant that answers in rhyme.", reasoning: "" },
  { role: "user", name: "", content: "Why the delay?", reasoning: "" },
  { role: "assistant", name: "", content: "The basin sets the clock.", reasoning: "" },
];

/** Returns what an import makes of an exported chat. */
function readBack(text: string) {
  return nextChatSingle
    .read(JSON.parse(text), importContext)
    .chats.map(({ session, messages: read }) => [session.topic, read.map(({ role, content }) => [role, content])]);
}

const said = messages.map(({ role, content }) => [role, content]);

test.each(Object.keys(locales) as LocaleCode[])(
  "exporting and importing a chat with titles in the language %s gives the same chat",
  async (code) => {
    const { default: words } = await import(`@/locales/${code}/first`);
    for (const topic of ["", words.chat.untitled, words.app.tagline, words.chat.greeting]) {
      const chat = { title: topic || words.chat.untitled, topic, messages };
      expect(readBack(chatAsJson(chat))).toEqual([[topic, said]]);
      expect(readBack(chatAsTrainingLine(chat))).toEqual([[topic, said]]);
      expect(JSON.parse(chatAsJson(chat)).messages[0].content).toBe(
        `You are an assistant that talks about ${topic}`.trim(),
      );
    }
  },
);

test("exporting and importing preserves any title and any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme", minLength: 1 }), (title, text) => {
      const topic = title.trim();
      const chat = { title, topic, messages: [{ role: "user" as const, name: "", content: text, reasoning: "" }] };
      expect(readBack(chatAsJson(chat))).toEqual([[topic, [["user", text]]]]);
    }),
  );
});
