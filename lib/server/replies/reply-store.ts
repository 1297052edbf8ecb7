import { storedMs } from "@/lib/resuming/resumable-reply";
import {
  appendScript,
  checkScript,
  closeScript,
  openScript,
  readScript,
  stopScript,
} from "@/lib/server/replies/reply-scripts";
import type { RedisConnection } from "@/lib/server/usage/run-script";
import { countOf, scriptRunner } from "@/lib/server/usage/run-script";

/** The caller to whom a reply belongs. */
export interface ReplyOwner {
  /** Digest that differs for each reply. */
  readonly digest: string;
  /** Name under which the stored bytes of the caller are counted. */
  readonly quota: string;
  /** Whether the caller has a key and no code. Anybody can have many keys, so all such callers have one quota. */
  readonly hasOwnKey?: boolean;
}

/** A sealed piece, and the position after it. */
export interface StoredPiece {
  readonly end: number;
  /** Sequence number and sealed bytes in base64, with a space between them. */
  readonly text: string;
}

/**
 * The result of beginning a reply. `taken`: its id was used before; `stopped`: its owner has stopped it before it began.
 */
export type OpenResult = "opened" | "taken" | "stopped";

/** The result of storing a piece. `full`: a limit of bytes is reached; `gone`: the reply has expired. */
export type AppendResult = "stored" | "stopped" | "full" | "gone";

/** The state of a reply while it is written. */
export interface ReplyCheck {
  readonly state: "open" | "stopped" | "gone";
  /** Time since somebody has read it, in milliseconds; undefined if nobody has. */
  readonly readMsAgo?: number;
}

/** A part of a reply for its reader. `gone`: the instance that wrote the reply has ended, or the provider's response broke off. */
export interface ReadPart {
  readonly state: "open" | "ended" | "gone";
  readonly pieces: readonly StoredPiece[];
}

/** Replies under way, stored for all instances. Every method rejects if the store is unreachable. */
export interface ReplyStore {
  readonly kind: RedisConnection["kind"];
  open(id: string, owner: ReplyOwner): Promise<OpenResult>;
  append(id: string, owner: ReplyOwner, piece: StoredPiece): Promise<AppendResult>;
  /** Reports that this instance still writes the reply, and returns whether it should. */
  check(id: string): Promise<ReplyCheck>;
  /** Ends a reply; `deleted` deletes it. */
  close(id: string, state: "ended" | "gone" | "deleted"): Promise<void>;
  /** Returns pieces behind a position; undefined for an unknown reply, or one of another owner. */
  read(id: string, owner: ReplyOwner, position: number): Promise<ReadPart | undefined>;
  /**
   * Stops a reply and deletes its pieces. Returns false for an unknown one, or one of another owner. If it begins within a
   * minute, it is stopped, too.
   */
  stop(id: string, owner: ReplyOwner): Promise<boolean>;
}

/** Maximum bytes that are stored within the time for which replies are stored. */
export interface ReplyLimits {
  readonly replyBytes: number;
  readonly ownerBytes: number;
  /** Of all callers with own keys together. */
  readonly ownKeysBytes: number;
  readonly allBytes: number;
}

/** The limits: a long reply has 200 KB, and one with images a few MB. */
export const replyLimits: ReplyLimits = {
  replyBytes: 8_000_000,
  ownerBytes: 32_000_000,
  ownKeysBytes: 64_000_000,
  allBytes: 256_000_000,
};

/** Time without a sign of the writing instance after which its reply counts as ended, in milliseconds. */
export const silentMs = 20_000;

/** Time for which a stop stays visible to the writing instance, in milliseconds. */
const stopMs = 60_000;

/** Bytes that Redis needs for a stop of an unknown reply. */
const earlyStopBytes = 250;

/** Maximum number of pieces in one part. */
const partPieces = 16;

/** Maximum bytes in one part: each reader may have one in memory. */
const partBytes = 256_000;

const prefix = "{parley-replies}:";

const keys = {
  reply: (id: string) => `${prefix}reply:${id}`,
  pieces: (id: string) => `${prefix}pieces:${id}`,
  earlyStop: (digest: string) => `${prefix}stop:${digest}`,
  bytes: (name: string, nowMs: number) => `${prefix}bytes:${name}:${Math.floor(nowMs / storedMs)}`,
} as const;

/** Creates the store in Redis, or in a database that speaks its protocol. */
export function redisReplies(
  { kind, send }: Pick<RedisConnection, "kind" | "send">,
  now: () => number,
  limits: ReplyLimits = replyLimits,
): ReplyStore {
  const run = scriptRunner({ send });
  const counted = ({ quota }: ReplyOwner) => [keys.bytes(`owner ${quota}`, now()), keys.bytes("all", now())];
  const bytesOf = ({ hasOwnKey }: ReplyOwner) => (hasOwnKey ? limits.ownKeysBytes : limits.ownerBytes);

  return {
    kind,
    async open(id, { digest }) {
      const [result] = await run(openScript, [keys.reply(id), keys.earlyStop(digest)], [digest, storedMs]);
      return result === "opened" || result === "stopped" ? result : "taken";
    },
    async append(id, owner, { end, text }) {
      const { replyBytes, allBytes } = limits;
      const [result] = await run(
        appendScript,
        [keys.reply(id), keys.pieces(id), ...counted(owner)],
        [end, text, text.length, replyBytes, bytesOf(owner), allBytes, 2 * storedMs],
      );
      if (result === "stored" || result === "stopped" || result === "full") return result;
      return "gone";
    },
    async check(id) {
      const [state, readMsAgo] = await run(checkScript, [keys.reply(id)], []);
      if (state !== "open" && state !== "stopped") return { state: "gone" };
      return { state, ...(readMsAgo !== undefined && { readMsAgo: countOf(readMsAgo) }) };
    },
    async close(id, state) {
      await run(closeScript, [keys.reply(id), keys.pieces(id)], [state]);
    },
    async read(id, { digest }, position) {
      const [state, ...rows] = await run(
        readScript,
        [keys.reply(id), keys.pieces(id)],
        [digest, position, partPieces, silentMs, partBytes],
      );
      if (state !== "open" && state !== "ended" && state !== "gone") return undefined;
      const pieces = rows.flatMap((end, index) =>
        index % 2 === 0 ? [{ end: countOf(end), text: rows[index + 1] ?? "" }] : [],
      );
      return { state, pieces };
    },
    async stop(id, owner) {
      const { digest } = owner;
      const [result] = await run(
        stopScript,
        [keys.reply(id), keys.pieces(id), keys.earlyStop(digest), ...counted(owner)],
        [digest, stopMs, earlyStopBytes, bytesOf(owner), limits.allBytes, 2 * storedMs],
      );
      return result === "stopped";
    },
  };
}
