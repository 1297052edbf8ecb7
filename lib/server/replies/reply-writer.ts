import type { Environment } from "@/lib/environment";
import { textOfBytes } from "@/lib/resuming/base64";
import { bytesOfKey, type ResumableReply } from "@/lib/resuming/resumable-reply";
import { maxPieceBytes, type Piece, positionAfter, type ReplyHead, sealPiece } from "@/lib/resuming/sealed-piece";
import { importKey, type SealingKey } from "@/lib/sealing/aead";
import type { AppendResult, ReplyCheck, ReplyOwner, ReplyStore } from "@/lib/server/replies/reply-store";

/** Writes one reply into the store, piece by piece, without ever delaying it. */
export interface ReplyWriter {
  /** Whether the reply so far is stored or about to be. If not, it cannot be resumed. */
  isStoring(): boolean;
  begin(head: ReplyHead): void;
  write(bytes: Uint8Array): void;
  /** Writes the end of a complete reply. */
  end(): Promise<void>;
  /** Marks the reply as broken off. What was stored can still be read. */
  breakOff(): Promise<void>;
  /** Deletes a reply that nobody can resume, such as a refusal. */
  discard(): Promise<void>;
  /**
   * Reports that the reply is still written, unless a piece was stored in the last milliseconds. Resolves with its state;
   * undefined if it is not stored. Rejects if the store is unreachable.
   */
  check(freshMs: number): Promise<ReplyCheck | undefined>;
}

interface WriterParts {
  readonly store: ReplyStore;
  readonly env: Pick<Environment, "now" | "delay">;
  /** Called when the reply was stopped by its reader. */
  onStop(): void;
  /** Called when storing has failed, with the cause. */
  onFailure(thrown: unknown): void;
}

/** Time for which bytes are collected, in milliseconds: each command of Upstash is a call and is billed. */
const collectMs = { redis: 200, upstash: 1000 } as const;

/** Maximum number of bytes that wait for the store. */
const maxWaitingBytes = 2_000_000;

/** Pauses before a piece is sent again, in milliseconds. */
const retryMs = [200, 1000, 3000] as const;

/** Creates the writer of a reply, and begins it in the store. The key is in memory as long as the writer. */
export function createReplyWriter(
  { id, key }: ResumableReply,
  owner: ReplyOwner,
  { store, env, onStop, onFailure }: WriterParts,
): ReplyWriter {
  const waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let head: ReplyHead | undefined;
  /** Bytes of the body in pieces so far. */
  let sealedBytes = 0;
  let sequence = 0;
  let isStoring = true;
  let isOver = false;
  let storedAt = Number.NEGATIVE_INFINITY;
  const collecting = new AbortController();
  const imported = importKey(bytesOfKey(key));
  imported.catch(() => undefined);
  const opened = store.open(id, owner).then(
    (result) => {
      if (result !== "opened") giveUp();
      if (result === "stopped") onStop();
      return result === "opened";
    },
    (thrown: unknown) => {
      giveUp(thrown);
      return false;
    },
  );
  /** The last piece of work; each begins after the one before it. */
  let last: Promise<void> = opened.then(() => undefined);
  let isScheduled = false;

  function giveUp(thrown?: unknown): void {
    if (!isStoring) return;
    isStoring = false;
    waiting.length = 0;
    waitingBytes = 0;
    if (thrown !== undefined) onFailure(thrown);
  }

  async function append(sealingKey: SealingKey, piece: Piece): Promise<void> {
    const number = sequence++;
    const sealed = await sealPiece(sealingKey, id, number, piece);
    const stored = { end: positionAfter(piece), text: `${number} ${textOfBytes(sealed)}` };
    for (const pause of [...retryMs, undefined]) {
      try {
        return settle(await store.append(id, owner, stored));
      } catch (thrown) {
        if (pause === undefined) return giveUp(thrown);
        await env.delay(pause);
      }
    }
  }

  function settle(result: AppendResult): void {
    if (result === "stored") storedAt = env.now();
    else giveUp();
    if (result === "stopped") onStop();
  }

  /** Seals and stores what waits. */
  async function flush(): Promise<void> {
    const sealingKey = await imported;
    if (isStoring && head) {
      const first = head;
      head = undefined;
      await append(sealingKey, { kind: "head", head: first });
    }
    while (isStoring && waitingBytes > 0) {
      const bytes = takeWaiting();
      const start = sealedBytes;
      sealedBytes += bytes.length;
      await append(sealingKey, { kind: "body", start, bytes });
    }
  }

  function takeWaiting(): Uint8Array {
    const bytes = new Uint8Array(Math.min(waitingBytes, maxPieceBytes));
    let filled = 0;
    while (filled < bytes.length) {
      const [first] = waiting;
      if (!first) break;
      const part = first.subarray(0, bytes.length - filled);
      bytes.set(part, filled);
      filled += part.length;
      if (part.length === first.length) waiting.shift();
      else waiting[0] = first.subarray(part.length);
    }
    waitingBytes -= filled;
    return bytes;
  }

  function schedule(): void {
    if (isScheduled || isOver) return;
    isScheduled = true;
    last = last
      .then(() => env.delay(collectMs[store.kind], collecting.signal))
      .then(() => {
        isScheduled = false;
        return flush();
      })
      .catch(giveUp);
  }

  /** Ends the writing after everything that waits. */
  async function close(state: "ended" | "gone" | "deleted"): Promise<void> {
    if (isOver) return last;
    isOver = true;
    collecting.abort("over");
    last = last
      .then(async () => {
        if (state !== "deleted") await flush();
        if (isStoring && state === "ended") await append(await imported, { kind: "end", start: sealedBytes });
        // A reply that could not be stored completely must not end up as a whole one.
        if (await opened) await store.close(id, isStoring || state === "deleted" ? state : "deleted");
      })
      .catch(giveUp);
    await last;
  }

  return {
    isStoring: () => isStoring,
    begin(first) {
      head = first;
      schedule();
    },
    write(bytes) {
      if (!isStoring || isOver) return;
      if (waitingBytes + bytes.length > maxWaitingBytes) return giveUp();
      // The caller may use the memory again.
      waiting.push(bytes.slice());
      waitingBytes += bytes.length;
      schedule();
    },
    end: () => close("ended"),
    breakOff: () => close("gone"),
    discard: () => close("deleted"),
    async check(freshMs) {
      if (!isStoring || !(await opened)) return undefined;
      if (env.now() - storedAt < freshMs) return { state: "open" };
      const checked = await store.check(id);
      if (checked.state === "gone") giveUp();
      if (checked.state === "stopped") onStop();
      return checked;
    },
  };
}
