import { over } from "@/lib/server/abort-with";
import type { ReplyOwner } from "@/lib/server/replies/reply-store";

/** The slot of a reader. */
export interface ReaderSlot {
  /** Aborted when a newer reader of the same reply takes the slot. */
  readonly replaced: AbortSignal;
  release(): void;
}

/** Maximum number of readers of one process, of one caller and of one reply. */
export const readerLimits = { all: 2000, caller: 1000, reply: 4 } as const;

interface Reader {
  readonly owner: ReplyOwner;
  readonly replaced: AbortController;
}

/** The readers of this process, the oldest first. */
const readers = new Set<Reader>();

/**
 * Takes a slot for a reader. A reply with too many readers loses its oldest one, whose connection has probably broken
 * unnoticed. Returns undefined if all slots, or those of the caller, are taken.
 */
export function takeReader(owner: ReplyOwner): ReaderSlot | undefined {
  const ofCaller = [...readers].filter((each) => each.owner.quota === owner.quota);
  const ofReply = ofCaller.filter((each) => each.owner.digest === owner.digest);
  const [oldest] = ofReply;
  if (oldest && ofReply.length >= readerLimits.reply) {
    readers.delete(oldest);
    oldest.replaced.abort(over);
  } else if (readers.size >= readerLimits.all || ofCaller.length >= readerLimits.caller) return undefined;
  const reader = { owner, replaced: new AbortController() };
  readers.add(reader);
  return { replaced: reader.replaced.signal, release: () => void readers.delete(reader) };
}
