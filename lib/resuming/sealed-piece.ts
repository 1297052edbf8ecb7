import { parseJson } from "@/lib/json";
import { decrypt, encrypt, type SealingKey } from "@/lib/sealing/aead";

/** The first part of a response. */
export interface ReplyHead {
  readonly status: number;
  readonly contentType: string;
}

/** A part of a response: its head, some bytes of its body, or its end. */
export type Piece =
  | { readonly kind: "head"; readonly head: ReplyHead }
  /** `start`: position of the first byte in the body. */
  | { readonly kind: "body"; readonly start: number; readonly bytes: Uint8Array }
  /** `start`: length of the body. */
  | { readonly kind: "end"; readonly start: number };

const kinds = ["head", "body", "end"] as const;

/** Length of the kind and the start before the content of a piece, in bytes. */
const prefixBytes = 5;

/** Maximum number of bytes of the body in one piece. */
export const maxPieceBytes = 65_536;

/**
 * Returns the position after a piece. The head takes position 0, and byte `n` of the body position `n + 1`. The end
 * takes the position behind the last byte, so a reader at any position can ask for what it lacks.
 */
export function positionAfter(piece: Piece): number {
  if (piece.kind === "head") return 1;
  return 1 + piece.start + (piece.kind === "end" ? 1 : piece.bytes.length);
}

/**
 * Seals a piece with AES-256-GCM. The id of the reply and the sequence number are authenticated, so that a piece can
 * be neither moved nor used for another reply.
 */
export function sealPiece(key: SealingKey, id: string, sequence: number, piece: Piece) {
  const content =
    piece.kind === "head"
      ? new TextEncoder().encode(JSON.stringify(piece.head))
      : piece.kind === "body"
        ? piece.bytes
        : new Uint8Array(0);
  const plain = new Uint8Array(prefixBytes + content.length);
  plain[0] = kinds.indexOf(piece.kind);
  new DataView(plain.buffer).setUint32(1, piece.kind === "head" ? 0 : piece.start);
  plain.set(content, prefixBytes);
  return encrypt(key, plain, associated(id, sequence));
}

/** Opens a piece; undefined if the key, the reply, the number or a single bit differs. */
export async function openPiece(
  key: SealingKey,
  id: string,
  sequence: number,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Piece | undefined> {
  const plain = await decrypt(key, sealed, associated(id, sequence));
  if (plain === undefined || plain.length < prefixBytes) return undefined;
  const kind = kinds[plain[0] ?? -1];
  const start = new DataView(plain.buffer, plain.byteOffset).getUint32(1);
  const content = plain.subarray(prefixBytes);
  if (kind === "body") return { kind, start, bytes: content };
  if (kind === "end") return { kind, start };
  const head = readHead(new TextDecoder().decode(content));
  return head && { kind: "head", head };
}

function readHead(text: string): ReplyHead | undefined {
  const head = parseJson(text);
  if (typeof head !== "object" || head === null) return undefined;
  const status: unknown = Reflect.get(head, "status");
  const contentType: unknown = Reflect.get(head, "contentType");
  if (typeof status !== "number" || status < 200 || status > 299 || typeof contentType !== "string") return undefined;
  return { status, contentType };
}

function associated(id: string, sequence: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`parley reply 1 ${id} ${sequence}`);
}
