/** @jest-environment node */
import fc from "fast-check";
import { bytesOfKey, isReplyId, newResumableReply, readReplyKey, replyKeyText } from "@/lib/resuming/resumable-reply";
import { openPiece, type Piece, positionAfter, sealPiece } from "@/lib/resuming/sealed-piece";
import { importKey } from "@/lib/sealing/aead";

const reply = newResumableReply();
const keyOf = (key: string) => importKey(bytesOfKey(key));
const head: Piece = { kind: "head", head: { status: 200, contentType: "text/event-stream" } };
const body: Piece = { kind: "body", start: 7, bytes: new TextEncoder().encode("the tide comes in") };

test("ids and keys are random, and pass through a header with the user's wish", () => {
  const other = newResumableReply();
  expect(other).not.toEqual(reply);
  expect([reply.id.length, reply.key.length, bytesOfKey(reply.key).length]).toEqual([22, 43, 32]);
  expect(isReplyId(reply.id)).toBe(true);
  for (const mayFinish of [true, false]) {
    expect(readReplyKey(replyKeyText({ ...reply, mayFinish }))).toEqual({ ...reply, mayFinish });
  }
  const text = replyKeyText({ ...reply, mayFinish: false });
  const malformed = [null, "", text.slice(1), `${text}a`, `${text}.end`];
  expect(malformed.map(readReplyKey)).toEqual(malformed.map(() => undefined));
});

test.each([
  ["the head", head],
  ["a part of the body", body],
  ["the end", { kind: "end", start: 24 } as const],
])("%s can be opened with its key, id and number only @W13.1", async (_name, piece) => {
  const key = await keyOf(reply.key);
  const sealed = await sealPiece(key, reply.id, 3, piece);
  expect(await openPiece(key, reply.id, 3, sealed)).toEqual(piece);
  const other = newResumableReply();
  expect(await openPiece(await keyOf(other.key), reply.id, 3, sealed)).toBeUndefined();
  expect(await openPiece(key, other.id, 3, sealed)).toBeUndefined();
  expect(await openPiece(key, reply.id, 4, sealed)).toBeUndefined();
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = sealed.slice();
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await openPiece(key, reply.id, 3, changed)).toBeUndefined();
  }
  expect(await openPiece(key, reply.id, 3, sealed.slice(0, 20))).toBeUndefined();
});

test("a sealed piece contains no text, and the same text looks different each time @W13.1", async () => {
  const key = await keyOf(reply.key);
  const [one, other] = await Promise.all([sealPiece(key, reply.id, 1, body), sealPiece(key, reply.id, 1, body)]);
  expect(Buffer.from(one).includes("tide")).toBe(false);
  expect(Buffer.from(one)).not.toEqual(Buffer.from(other));
});

test("positions of any pieces are without gaps", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 70_000 })), (sizes) => {
      let start = 0;
      let position = positionAfter(head);
      for (const size of sizes) {
        const piece: Piece = { kind: "body", start, bytes: new Uint8Array(size) };
        expect(positionAfter(piece) - size).toBe(position);
        position = positionAfter(piece);
        start += size;
      }
      expect(positionAfter({ kind: "end", start })).toBe(position + 1);
    }),
  );
});
