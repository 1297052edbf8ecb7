import { type Message, textOf } from "@/lib/chat/message";
import { splitFiles, type TextFile } from "@/lib/chat/text-file";
import { documentFormatOf } from "@/lib/documents/document-format";
import { readPageName, searchWebName } from "@/lib/tools/app/app-tool";

/** First words of a web page that the user has attached. */
export const pageHeading = "Web page: ";

/** First words of a text that an interactive page of a server provides for the model. */
export const viewHeading = "Interactive page: ";

/**
 * Whether messages contain texts that others wrote: attached documents and web pages, texts of interactive pages, and
 * what a tool has read of the web.
 * Such a text could tell the model to call tools (docs/security.md#t98).
 */
export function hasQuotedTexts(messages: readonly Message[]): boolean {
  return messages.some((message) =>
    message.role === "user" ? splitFiles(textOf(message)).files.some(isQuoted) : hasReadTheWeb(message),
  );
}

function isQuoted({ name, text, document }: TextFile): boolean {
  return (
    document !== undefined ||
    documentFormatOf({ name, type: "" }) !== undefined ||
    [pageHeading, viewHeading].some((heading) => text.startsWith(heading))
  );
}

const quotingTools: readonly (string | undefined)[] = [readPageName, searchWebName];

function hasReadTheWeb({ tools = [] }: Message): boolean {
  return tools.some(({ kind, ownName, state }) => kind === "app" && quotingTools.includes(ownName) && state === "done");
}
