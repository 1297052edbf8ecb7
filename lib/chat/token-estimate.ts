import { documentsIn } from "@/lib/chat/documents-in";
import { imagesOf, type Message, type RequestContent, textOf } from "@/lib/chat/message";
import { sentTokens } from "@/lib/chat/sent-documents";

/** Estimated tokens of an image: the upper end of what providers count for one of our compressed images. */
const imageTokens = 1000;

/** Estimates the tokens of a text: 0.25 per ASCII code unit from `A` to `z`, 0.5 for other ASCII, 1.5 for the rest. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 128) tokens += 1.5;
    else tokens += code >= 65 && code <= 122 ? 0.25 : 0.5;
  }
  return tokens;
}

/** Estimates the tokens of a message with its images and the sent parts of its documents. */
export function estimateMessageTokens(message: { readonly content: RequestContent }): number {
  const text = textOf(message);
  const documents = documentsIn(text).reduce((sum, { document }) => sum + sentTokens(document), 0);
  return estimateTokens(text) + imagesOf(message).length * imageTokens + documents;
}

/** Maximum length of a tool result in the requests after its turn, in characters. */
export const maxPastResultChars = 8000;

/** Estimates the tokens of a reply's tool calls and results in later requests. */
export function estimateToolTokens({ tools = [] }: Pick<Message, "tools">): number {
  const texts = tools.map(({ client, name, argumentsText, result = "" }) =>
    // The result of a call in the text is the next message.
    client === undefined ? `${name}${argumentsText}${result.slice(0, maxPastResultChars)}` : "",
  );
  return estimateTokens(texts.join(""));
}
