import { type Message, textOf } from "@/lib/chat/message";
import { splitFiles, type TextFile } from "@/lib/chat/text-file";

/**
 * Returns the text files that the user has attached to the messages, by relative path. Of several with the same path the
 * last one counts.
 */
export function filesInThread(messages: readonly Pick<Message, "role" | "content">[]): TextFile[] {
  const attached = messages.flatMap(({ role, content }) =>
    role === "user" ? splitFiles(textOf({ content })).files : [],
  );
  const byPath = new Map(attached.map(({ name, text }) => [pathOf(name), text]));
  byPath.delete("");
  return [...byPath].map(([name, text]) => ({ name, text }));
}

/** Returns a name as a relative path without control characters, which leads to no parent folder. */
function pathOf(name: string): string {
  const parts = name.replace(/\p{Cc}/gu, "").split(/[\\/]+/);
  return parts.filter((part) => !/^\.{0,2}$/.test(part.trim())).join("/");
}
