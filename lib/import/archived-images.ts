import { type ContentPart, imagesOf, storedImageUrl } from "@/lib/chat/message";
import type { Archive } from "@/lib/import/archive";
import { imageTypeOf } from "@/lib/import/image-type";
import type { NotUnderstood, NotUnderstoodReason } from "@/lib/import/imported";
import { RefusedFile } from "@/lib/import/refused-file";
import type { StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";

/** ChatGPT's reference to a file in its archive; an anchor may follow the id. */
const pointer = /^(?:file-service|sediment):\/\/([\w-]+)/;

/** Maximum size of an image, in bytes. */
const maxImageSize = 50_000_000;

/** Messages with their images, and the images that failed. */
export interface WithImages {
  readonly messages: readonly MessageRecord[];
  readonly blobs: readonly StoredBlob[];
  readonly notUnderstood: readonly NotUnderstood[];
}

/**
 * Loads the images of messages from an archive. An image that is missing or cannot be unpacked keeps its reference and
 * is reported.
 */
export async function withArchivedImages(
  messages: readonly MessageRecord[],
  archive: Archive,
  newId: () => string,
): Promise<WithImages> {
  const notUnderstood: NotUnderstood[] = [];
  /** Cache, so that an image with several references is unpacked once. */
  const found = new Map<string, StoredBlob | NotUnderstoodReason>();

  async function withImage(part: ContentPart, at: number): Promise<ContentPart> {
    const [where = "", id = ""] = (part.type === "image_url" && pointer.exec(part.image_url.url)) || [];
    if (id === "") return part;
    const image = found.get(id) ?? (await imageIn(archive, id, { id: newId(), at }));
    found.set(id, image);
    if (typeof image === "object") return { type: "image_url", image_url: { url: storedImageUrl(image.id) } };
    notUnderstood.push({ where, reason: image });
    return part;
  }

  async function withImages(message: MessageRecord): Promise<MessageRecord> {
    if (typeof message.content === "string" || !imagesOf(message).some((url) => pointer.test(url))) return message;
    const content: ContentPart[] = [];
    for (const part of message.content) content.push(await withImage(part, message.date));
    return { ...message, content };
  }

  const read: MessageRecord[] = [];
  for (const message of messages) read.push(await withImages(message));
  return { messages: read, blobs: [...found.values()].filter((image) => typeof image === "object"), notUnderstood };
}

async function imageIn(
  archive: Archive,
  name: string,
  named: Pick<StoredBlob, "id" | "at">,
): Promise<StoredBlob | NotUnderstoodReason> {
  const member = archive.memberFor(name);
  if (!member) return "no-file";
  if (member.size > maxImageSize) return "too-long";
  try {
    const pieces: Uint8Array[] = [];
    for await (const piece of archive.unpack(member)) pieces.push(piece);
    const bytes = joined(pieces);
    const type = imageTypeOf(bytes);
    return type ? { ...named, type, size: bytes.byteLength, bytes: bytes.buffer } : "unknown-format";
  } catch (thrown) {
    if (thrown instanceof RefusedFile) return thrown.reason;
    throw thrown;
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let place = 0;
  for (const piece of pieces) {
    bytes.set(piece, place);
    place += piece.length;
  }
  return bytes;
}
