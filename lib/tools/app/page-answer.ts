import { isRecord, parseJson } from "@/lib/json";
import { textTypes } from "@/lib/tools/read-answer-text";

/** The answer to a request of a page. */
export interface PageAnswer {
  readonly status: number;
  /** The media type in lower case, without parameters; empty without one. */
  readonly type: string;
  /** The character set that the server names. */
  readonly charset?: string;
  readonly bytes: Uint8Array;
  /** True if the page is larger than the maximum. */
  readonly isCut: boolean;
  /** Whether it passed the relay, which replaces most media types with `text/plain`. */
  readonly isRelayed: boolean;
}

/** Kinds of pages that are handled differently. */
export type PageKind = "html" | "text" | "pdf" | "other";

/** Maximum size of a page, in bytes. */
export const maxPageBytes = 2_000_000;

const htmlTypes = ["text/html", "application/xhtml+xml"];
/** Types of which only the content shows what it is: of servers without one, and of the relay. */
const unknownTypes = ["", "application/octet-stream", "binary/octet-stream"];

/** Reads the answer up to the maximum size; nothing of types that cannot be read. Throws if the connection breaks. */
export async function readPageAnswer(response: Response, isRelayed: boolean): Promise<PageAnswer> {
  const contentType = response.headers.get("content-type") ?? "";
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
  const isReadable = htmlTypes.includes(type) || unknownTypes.includes(type) || textTypes.test(type);
  if (!isReadable) await response.body?.cancel();
  const { bytes, isCut } = isReadable
    ? await bytesUpTo(response, maxPageBytes)
    : { bytes: new Uint8Array(), isCut: false };
  return { status: response.status, type, ...(charset && { charset }), bytes, isCut, isRelayed };
}

async function bytesUpTo(response: Response, maxBytes: number): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const reader = response.body?.getReader();
  const bytes = new Uint8Array(maxBytes);
  let length = 0;
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    const room = maxBytes - length;
    bytes.set(piece.value.subarray(0, room), length);
    if (piece.value.length > room) {
      await reader?.cancel();
      return { bytes, isCut: true };
    }
    length += piece.value.length;
  }
  return { bytes: bytes.slice(0, length), isCut: false };
}

/** Returns the kind of a page, by its media type or by the beginning of its content. */
export function pageKind({ type, bytes, isRelayed }: PageAnswer): PageKind {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1000));
  if (type === "application/pdf" || start.startsWith("%PDF-")) return "pdf";
  if (htmlTypes.includes(type)) return "html";
  const isUnknown = unknownTypes.includes(type);
  if ((isUnknown || (isRelayed && type === "text/plain")) && looksLikeHtml(start)) return "html";
  if (isUnknown) return bytes.includes(0) ? "other" : "text";
  return textTypes.test(type) ? "text" : "other";
}

/** Whether a text begins with an element of a page, after comments and the declaration of XHTML. */
function looksLikeHtml(start: string): boolean {
  const text = start.replace(/^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*/, "");
  return /^<(?:!doctype html|html|head|body|title|meta|script|link|div|p|h1)\b/i.test(text);
}

/** Maximum length of a message of the relay, in characters. */
const maxMessageChars = 200;

/** Returns the message of the relay if it has rejected a call; undefined for answers of other servers. */
export function relayMessage({ isRelayed, bytes }: PageAnswer): string | undefined {
  const body = isRelayed ? parseJson(new TextDecoder().decode(bytes.subarray(0, 1000))) : undefined;
  if (!isRecord(body)) return undefined;
  const message = isRecord(body.error) ? body.error.message : body.msg;
  return typeof message === "string" ? message.slice(0, maxMessageChars) : undefined;
}

/**
 * Decodes a page by its byte order mark, the character set that the server names, or the one in a `meta` element of
 * HTML (https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding); otherwise as UTF-8.
 */
export function decodePage({ bytes, charset }: Pick<PageAnswer, "bytes" | "charset">, isHtml: boolean): string {
  const labels = [markedCharset(bytes), charset, isHtml ? metaCharset(bytes) : undefined];
  for (const label of labels) {
    const decoder = label === undefined ? undefined : decoderOf(label);
    if (decoder) return decoder.decode(bytes);
  }
  return new TextDecoder().decode(bytes);
}

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function markedCharset([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

function metaCharset(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 4096));
  const label = /<meta[^>]*?\scharset\s*=\s*["']?\s*([\w.:-]+)|<meta[^>]*?charset=([\w.:-]+)/i.exec(start);
  const name = label?.[1] ?? label?.[2];
  // The element itself was read as ASCII, so the page cannot be UTF-16.
  return name !== undefined && /^utf-?16/i.test(name) ? "utf-8" : name;
}
