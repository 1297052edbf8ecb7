import { type Message, textOf } from "@/lib/chat/message";
import { splitFiles, type TextFile } from "@/lib/chat/text-file";
import { documentFormatOf } from "@/lib/documents/document-format";
import { readPageName } from "@/lib/tools/app/app-tool";

/** First words of a web page that the user has attached. */
export const pageHeading = "Web page: ";

/**
 * Whether messages contain texts that others wrote: attached documents and web pages, and pages that a tool has read.
 * Such a text could tell the model to call tools (docs/security.md#t98).
 */
export function hasQuotedTexts(messages: readonly Message[]): boolean {
  return messages.some((message) =>
    message.role === "user" ? splitFiles(textOf(message)).files.some(isQuoted) : hasReadPage(message),
  );
}

function isQuoted({ name, text, document }: TextFile): boolean {
  return document !== undefined || documentFormatOf({ name, type: "" }) !== undefined || text.startsWith(pageHeading);
}

function hasReadPage({ tools = [] }: Message): boolean {
  return tools.some(({ kind, ownName, state }) => kind === "app" && ownName === readPageName && state === "done");
}
