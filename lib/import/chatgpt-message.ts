import type { Content, ContentPart, ImagePart, MessageTool, Role } from "@/lib/chat/message";
import { fenced, linked, paragraphs } from "@/lib/import/markdown";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** A part of an answer that ChatGPT stores as a separate message. */
export type CarriedPiece =
  | { readonly type: "thought"; readonly reasoning: string }
  | { readonly type: "call"; readonly tool: MessageTool }
  | {
      readonly type: "result";
      readonly id: string;
      readonly name: string;
      readonly result: string;
      readonly isError: boolean;
      readonly images: readonly ImagePart[];
    };

/** The result of parsing a ChatGPT message. */
export type ChatGptPiece =
  | {
      readonly type: "said";
      readonly role: Role;
      readonly content: Content;
      readonly model?: string;
      readonly isError?: boolean;
      readonly otherParts?: readonly { readonly place: number; readonly part: unknown }[];
    }
  | CarriedPiece;

/** Content types that are not part of the conversation, such as memories for all chats. */
const contextTypes: readonly unknown[] = ["user_editable_context", "model_editable_context", "reasoning_recap"];

/** Parses a ChatGPT message; undefined for one that ChatGPT does not display. */
export function pieceOf(message: JsonRecord, id: string, defaultModel: string): ChatGptPiece | undefined {
  const content = recordOf(message.content);
  const metadata = recordOf(message.metadata);
  if (metadata.is_visually_hidden_from_conversation === true || message.weight === 0) return undefined;
  if (contextTypes.includes(content.content_type)) return undefined;
  const { role, name } = recordOf(message.author);
  const isError = content.content_type === "system_error";
  const { text, images, others } = readContent(content);
  if (role === "tool") return { type: "result", id, name: stringOf(name), result: text, isError, images };
  if (content.content_type === "thoughts") return { type: "thought", reasoning: thoughtsIn(content) };
  const recipient = stringOf(message.recipient) || "all";
  if (role === "assistant" && recipient !== "all") {
    return { type: "call", tool: { id, name: recipient, argumentsText: text } };
  }
  if (role !== "user" && role !== "assistant" && role !== "system") return undefined;
  if (text.trim() === "" && images.length === 0 && others.length === 0) return undefined;
  const shown =
    content.content_type === "code" ? fenced(text, stringOf(content.language)) : withCitations(text, metadata);
  const model = stringOf(metadata.model_slug) || defaultModel;
  return {
    type: "said",
    role,
    content: images.length === 0 ? shown : [...textPart(shown), ...images],
    ...(role === "assistant" && model ? { model } : {}),
    ...(isError ? { isError } : {}),
    ...(others.length > 0 ? { otherParts: others } : {}),
  };
}

function textPart(text: string): ContentPart[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function thoughtsIn({ thoughts }: JsonRecord): string {
  return paragraphs(
    listOf(thoughts).flatMap((thought) => {
      const { summary, content } = recordOf(thought);
      return [stringOf(summary), stringOf(content)];
    }),
  );
}

interface ReadContent {
  readonly text: string;
  readonly images: readonly ImagePart[];
  readonly others: readonly { readonly place: number; readonly part: unknown }[];
}

function readContent(content: JsonRecord): ReadContent {
  const whole = content.content_type === "tether_quote" ? linked(stringOf(content.title), content.url) : "";
  const own = paragraphs([whole, stringOf(content.text), stringOf(content.result)]);
  const texts: string[] = own === "" ? [] : [own];
  const images: ImagePart[] = [];
  const others: ReadContent["others"][number][] = [];
  for (const [place, part] of listOf(content.parts).entries()) {
    const { content_type, asset_pointer, text } = recordOf(part);
    if (typeof part === "string") texts.push(part);
    else if (content_type === "audio_transcription" && typeof text === "string") texts.push(text);
    // The pointer names a file of the archive, whose reader inserts the image.
    else if (content_type === "image_asset_pointer" && typeof asset_pointer === "string") {
      images.push({ type: "image_url", image_url: { url: asset_pointer } });
    } else if (isRecord(part)) others.push({ place, part });
  }
  return { text: texts.join("\n"), images, others };
}

/** Converts citations to links. Their positions count code points; citation marks in the text are replaced. */
function withCitations(text: string, { citations }: JsonRecord): string {
  const cited = listOf(citations).flatMap((citation) => {
    const { start_ix: start, end_ix: end, metadata } = recordOf(citation);
    const { title, url } = recordOf(metadata);
    if (typeof start !== "number" || typeof end !== "number" || start > end || typeof url !== "string") return [];
    const link = linked(stringOf(title), url);
    return link === stringOf(title) ? [] : [{ start, end, link }];
  });
  if (cited.length === 0) return text;
  const characters = [...text];
  for (const { start, end, link } of cited.toSorted((a, b) => b.start - a.start)) {
    const isMark = /^[【\ue200]/.test(characters.slice(start, end).join(""));
    characters.splice(isMark ? start : end, isMark ? end - start : 0, isMark ? link : ` (${link})`);
  }
  return characters.join("");
}
