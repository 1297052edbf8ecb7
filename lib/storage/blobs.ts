import { documentsIn } from "@/lib/chat/documents-in";
import { joinFiles } from "@/lib/chat/file-block";
import {
  type Content,
  type ContentPart,
  type ImagePart,
  type Message,
  type RequestContent,
  type RequestPart,
  storedImageId,
  storedImageUrl,
  textOf,
  withText,
} from "@/lib/chat/message";
import { splitFiles } from "@/lib/chat/text-file";
import * as z from "@/lib/zod";

/** The bytes of an image, audio, document text or original document, stored separately from the messages that refer to it. */
export interface StoredBlob {
  readonly id: string;
  /** The media type, such as `image/png`. */
  readonly type: string;
  readonly size: number;
  /** Time of its message, in milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: ArrayBuffer;
}

/** Data of a blob that is available without reading its bytes. */
export type BlobFacts = Pick<StoredBlob, "id" | "size" | "at">;

/** The prefix of a data URL; the subtype may be followed by parameters. */
const inlineData = /^data:([\w.+-]+\/[\w.+-]+)(?:;[^,;]+)*;base64,/i;

/** Creates a blob from a data URL; undefined for other URLs, and for data that is not base64. */
export function blobOfDataUrl(url: string, { id, at }: Pick<StoredBlob, "id" | "at">): StoredBlob | undefined {
  const head = inlineData.exec(url);
  const bytes = head && bytesOfBase64(url.slice(head[0].length));
  if (!head?.[1] || !bytes) return undefined;
  return { id, at, type: head[1].toLowerCase(), size: bytes.byteLength, bytes };
}

/** Returns the data URL of a blob, the form in which providers and other programs accept images. */
export function dataUrlOfBlob({ type, bytes }: Pick<StoredBlob, "type" | "bytes">): string {
  return `data:${type};base64,${base64OfBytes(bytes)}`;
}

/** Returns bytes as base64. */
export function base64OfBytes(bytes: ArrayBuffer): string {
  const view = new Uint8Array(bytes);
  let text = "";
  // In slices, because the number of function arguments is limited.
  for (let start = 0; start < view.length; start += 8192) {
    text += String.fromCharCode(...view.subarray(start, start + 8192));
  }
  return btoa(text);
}

/** Decodes base64; returns undefined if it is invalid. */
export function bytesOfBase64(base64: string): ArrayBuffer | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;
  } catch {
    return undefined;
  }
}

/** A message whose images are blobs, and the new blobs. */
interface WithoutImages<M> {
  readonly message: M;
  readonly blobs: readonly StoredBlob[];
}

/** Moves inline images of a message to blobs and replaces them with their URLs. */
export function extractImages<M extends Pick<Message, "content">>(
  message: M,
  { newId, at }: { newId(): string; at: number },
): WithoutImages<M> {
  if (!hasInlineImages(message)) return { message, blobs: [] };
  const blobs: StoredBlob[] = [];
  const content = partsOf(message).map((part): ContentPart => {
    const blob = isInlineImage(part) ? blobOfDataUrl(part.image_url.url, { id: newId(), at }) : undefined;
    if (!blob || part.type === "text") return part;
    blobs.push(blob);
    return { ...part, image_url: { url: storedImageUrl(blob.id) } };
  });
  return { message: { ...message, content }, blobs };
}

/** Whether a message contains inline images. */
export function hasInlineImages(message: Pick<Message, "content">): boolean {
  return partsOf(message).some(isInlineImage);
}

/** Maximum length of the prefix that is checked, in characters; data URL prefixes are shorter. */
const headChars = 200;

function isInlineImage(part: ContentPart): part is ImagePart {
  return part.type === "image_url" && inlineData.test(part.image_url.url.slice(0, headChars));
}

/** A message of a chat or of a request. */
type ImageMessage = { readonly content: RequestContent } & Pick<Message, "audio_url">;

/** Returns the ids of the blobs that a message displays, plays or refers to. */
export function blobIdsOf(message: ImageMessage & Pick<Message, "tools">): string[] {
  const images = partsOf(message).flatMap((part) => (part.type === "image_url" ? [part.image_url.url] : []));
  const shown = [...images, message.audio_url ?? ""].flatMap((url) => storedImageId(url) ?? []);
  return [...shown, ...toolBlobIdsOf(message), ...documentIdsOf(message)];
}

/** Returns the ids of the texts and originals of the documents that a message refers to. */
export function documentIdsOf(message: { readonly content: RequestContent }): string[] {
  return documentIdsInText(textOf(message));
}

/** Returns the ids of the texts and originals of the documents that a text refers to. */
export function documentIdsInText(text: string): string[] {
  return documentsIn(text).flatMap(({ document: { id, file } }) => (file === undefined ? [id] : [id, file]));
}

/** Returns the ids of the blobs in a message's tool results. */
export function toolBlobIdsOf({ tools = [] }: Pick<Message, "tools">): string[] {
  return tools.flatMap(({ media = [] }) => media.flatMap(({ url }) => storedImageId(url) ?? []));
}

/** Returns the ids of the blobs that JSON refers to. In a message's text, the quotation marks are escaped. */
export function blobIdsInText(json: string): string[] {
  return [...json.matchAll(/"stored:([^"\\]+)\\?"/g)].flatMap(([, id]) => id ?? []);
}

/**
 * Restores inline images and audio in a message. Blobs that are no longer on this device are omitted, because only this
 * device could read them.
 */
export async function restoreImages<M extends ImageMessage>(
  message: M,
  readBlob: (id: string) => Promise<StoredBlob | undefined>,
): Promise<M> {
  if (blobIdsOf(message).length === 0) return message;
  const parts = await Promise.all(
    partsOf(message).map(async (part): Promise<RequestPart[]> => {
      const id = part.type === "image_url" ? storedImageId(part.image_url.url) : undefined;
      if (part.type !== "image_url" || id === undefined) return [part];
      const blob = await readBlob(id);
      return blob ? [{ ...part, image_url: { url: dataUrlOfBlob(blob) } }] : [];
    }),
  );
  const content = typeof message.content === "string" ? message.content : parts.flat();
  const soundId = storedImageId(message.audio_url ?? "");
  if (soundId === undefined) return { ...message, content };
  const sound = await readBlob(soundId);
  const { audio_url: _address, ...rest } = message;
  return { ...rest, content, ...(sound && { audio_url: dataUrlOfBlob(sound) }) } as M;
}

/** Returns a message with the texts of its documents in place of the references to those that are on this device. */
export async function restoreDocuments<M extends Pick<Message, "content">>(
  message: M,
  readBlob: (id: string) => Promise<StoredBlob | undefined>,
): Promise<M> {
  const whole = textOf(message);
  if (documentsIn(whole).length === 0) return message;
  const { text, files } = splitFiles(whole);
  const restored = await Promise.all(
    files.map(async (file) => {
      const blob = file.document && (await readBlob(file.document.id));
      return blob ? { name: file.name, text: textOfBlob(blob) } : file;
    }),
  );
  return { ...message, content: withText(message.content, joinFiles({ text, files: restored })) };
}

/** Returns the text of a document's blob. */
export function textOfBlob({ bytes }: Pick<StoredBlob, "bytes">): string {
  return new TextDecoder().decode(bytes);
}

function partsOf({ content }: { readonly content: Content }): readonly ContentPart[];
function partsOf({ content }: { readonly content: RequestContent }): readonly RequestPart[];
function partsOf({ content }: { readonly content: RequestContent }): readonly RequestPart[] {
  return typeof content === "string" ? [] : content;
}

/** A blob in a backup file: its bytes as base64 (docs/backup-format.md). */
export const writtenBlobSchema = z.object({
  id: z.string().check(z.minLength(1)),
  type: z.string().check(z.regex(/^[\w.+-]+\/[\w.+-]+$/)),
  at: z.number(),
  base64: z.string(),
});

/** Returns a blob in the format of backup files. */
export function writtenBlob({ id, type, at, bytes }: StoredBlob): z.output<typeof writtenBlobSchema> {
  return { id, type, at, base64: base64OfBytes(bytes) };
}

/** Reads a blob of a backup file; undefined if it is invalid. */
export function readWrittenBlob(written: unknown): StoredBlob | undefined {
  const parsed = z.safeParse(writtenBlobSchema, written);
  if (!parsed.success) return undefined;
  const { base64, ...facts } = parsed.data;
  const bytes = bytesOfBase64(base64);
  return bytes && { ...facts, size: bytes.byteLength, bytes };
}
