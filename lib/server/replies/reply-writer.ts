import type { Environment } from "@/lib/environment";
import { textOfBytes } from "@/lib/resuming/base64";
import { bytesOfKey, type ResumableReply } from "@/lib/resuming/resumable-reply";
import { maxPieceBytes, type Piece, positionAfter, type ReplyHead, sealPiece } from "@/lib/resuming/sealed-piece";
import { importKey, type SealingKey } from "@/lib/sealing/aead";
import type { AppendResult, ReplyCheck, ReplyOwner, ReplyStore } from "@/lib/server/replies/reply-store";
import { WaitingBytes } from "@/lib/server/replies/waiting-bytes";

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

/**
 * Writes one reply into the store, piece by piece, without ever delaying it. Begins the reply in the store at once. The
 * key is in memory as long as the writer.
 */
export class ReplyWriter {
  private readonly id: string;
  private readonly owner: ReplyOwner;
  private readonly parts: WriterParts;
  private readonly key: Promise<SealingKey>;
  /** Whether the store has accepted the reply. */
  private readonly opened: Promise<boolean>;
  private readonly waiting = new WaitingBytes();
  private head: ReplyHead | undefined;
  /** Bytes of the body in pieces so far. */
  private sealedBytes = 0;
  private sequence = 0;
  private hasFailed = false;
  private isOver = false;
  private storedAt = Number.NEGATIVE_INFINITY;
  private readonly collecting = new AbortController();
  /** The last piece of work; each begins after the one before it. */
  private last: Promise<void>;
  private isScheduled = false;

  constructor({ id, key }: ResumableReply, owner: ReplyOwner, parts: WriterParts) {
    this.id = id;
    this.owner = owner;
    this.parts = parts;
    this.key = importKey(bytesOfKey(key));
    this.key.catch(() => undefined);
    this.opened = this.open();
    this.last = this.opened.then(() => undefined);
  }

  private async open(): Promise<boolean> {
    const { store, onStop } = this.parts;
    try {
      const result = await store.open(this.id, this.owner);
      if (result !== "opened") this.giveUp();
      if (result === "stopped") onStop();
      return result === "opened";
    } catch (thrown) {
      this.giveUp(thrown);
      return false;
    }
  }

  /** Whether the reply so far is stored or about to be. If not, it cannot be resumed. */
  isStoring(): boolean {
    return !this.hasFailed;
  }

  begin(head: ReplyHead): void {
    this.head = head;
    this.schedule();
  }

  write(bytes: Uint8Array): void {
    if (this.hasFailed || this.isOver) return;
    if (this.waiting.length + bytes.length > maxWaitingBytes) {
      this.giveUp();
      return;
    }
    this.waiting.add(bytes);
    this.schedule();
  }

  /** Writes the end of a complete reply. */
  end(): Promise<void> {
    return this.close("ended");
  }

  /** Marks the reply as broken off. What was stored can still be read. */
  breakOff(): Promise<void> {
    return this.close("gone");
  }

  /** Deletes a reply that nobody can resume, such as a refusal. */
  discard(): Promise<void> {
    return this.close("deleted");
  }

  /**
   * Reports that the reply is still written, unless a piece was stored in the last milliseconds. Resolves with its state;
   * undefined if it is not stored. Rejects if the store is unreachable.
   */
  async check(freshMs: number): Promise<ReplyCheck | undefined> {
    const { store, env, onStop } = this.parts;
    if (this.hasFailed || !(await this.opened)) return undefined;
    if (env.now() - this.storedAt < freshMs) return { state: "open" };
    const checked = await store.check(this.id);
    if (checked.state === "gone") this.giveUp();
    if (checked.state === "stopped") onStop();
    return checked;
  }

  private schedule(): void {
    if (this.isScheduled || this.isOver) return;
    const { store, env } = this.parts;
    this.isScheduled = true;
    this.last = this.last
      .then(() => env.delay(collectMs[store.kind], this.collecting.signal))
      .then(() => {
        this.isScheduled = false;
        return this.flush();
      })
      .catch((thrown: unknown) => this.giveUp(thrown));
  }

  /** Seals and stores what waits. */
  private async flush(): Promise<void> {
    await this.key;
    if (!this.hasFailed && this.head) {
      const { head } = this;
      this.head = undefined;
      await this.append({ kind: "head", head });
    }
    while (!this.hasFailed && this.waiting.length > 0) {
      const bytes = this.waiting.take(maxPieceBytes);
      const start = this.sealedBytes;
      this.sealedBytes += bytes.length;
      await this.append({ kind: "body", start, bytes });
    }
  }

  private async append(piece: Piece): Promise<void> {
    const { store, env } = this.parts;
    const number = this.sequence++;
    const sealed = await sealPiece(await this.key, this.id, number, piece);
    const stored = { end: positionAfter(piece), text: `${number} ${textOfBytes(sealed)}` };
    for (const pause of [...retryMs, undefined]) {
      try {
        return this.settle(await store.append(this.id, this.owner, stored));
      } catch (thrown) {
        if (pause === undefined) return this.giveUp(thrown);
        await env.delay(pause);
      }
    }
  }

  private settle(result: AppendResult): void {
    if (result === "stored") this.storedAt = this.parts.env.now();
    else this.giveUp();
    if (result === "stopped") this.parts.onStop();
  }

  private giveUp(thrown?: unknown): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.waiting.clear();
    if (thrown !== undefined) this.parts.onFailure(thrown);
  }

  /** Ends the writing after everything that waits. */
  private async close(state: "ended" | "gone" | "deleted"): Promise<void> {
    if (this.isOver) return this.last;
    this.isOver = true;
    this.collecting.abort("over");
    this.last = this.last.then(() => this.closeNow(state)).catch((thrown: unknown) => this.giveUp(thrown));
    await this.last;
  }

  private async closeNow(state: "ended" | "gone" | "deleted"): Promise<void> {
    if (state !== "deleted") await this.flush();
    if (!this.hasFailed && state === "ended") await this.append({ kind: "end", start: this.sealedBytes });
    // A reply that could not be stored completely must not end up as a whole one.
    const isComplete = !this.hasFailed || state === "deleted";
    if (await this.opened) await this.parts.store.close(this.id, isComplete ? state : "deleted");
  }
}
