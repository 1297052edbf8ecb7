import type { Message, ReplyCost } from "@/lib/chat/message";
import { type ChatRequest, omittableParts } from "@/lib/chat/request";
import type { TurnRound } from "@/lib/chat/turn-round";
import type { Database } from "@/lib/storage/database";
import { textKeys } from "@/lib/storage/local-keys";
import * as z from "@/lib/zod";

/** Maximum length of a stored reply as JSON text, in characters. Longer ones cannot be resumed by a later page. */
const maxReplyChars = 2_000_000;

const recordSchema = z.record(z.string(), z.unknown());

const replySchema = z.object({
  sessionId: z.string(),
  /** The provider of the call, whose credentials stop the reply. */
  providerName: z.optional(z.string()),
  /** Id at the server, and the key that opens what the server has stored. */
  id: z.string().check(z.regex(/^[\w-]{22}$/)),
  key: z.string().check(z.regex(/^[\w-]{43}$/)),
  /** Time at which the call began, in milliseconds since 1970. */
  startedAt: z.number(),
  /** The rounds that were finished before the call. */
  rounds: z.optional(z.array(z.object({ events: z.array(recordSchema), results: z.array(recordSchema) }))),
  /** Cost of these rounds. */
  cost: z.optional(recordSchema),
  /** The message whose text the reply continues. */
  continued: z.optional(recordSchema),
  /** The parts that the user left out of the request. */
  omitted: z.optional(z.array(z.enum(omittableParts))),
});

const storedSchema = z.catch(z.pipe(z.jsonText, recordSchema), {});

/** The call of a reply under way, with which a later page can resume the reply. */
export interface StoredReply extends Omit<z.output<typeof replySchema>, "rounds" | "cost" | "continued" | "omitted"> {
  readonly rounds?: readonly TurnRound[] | undefined;
  readonly cost?: ReplyCost | undefined;
  readonly continued?: Message | undefined;
  readonly omitted?: ChatRequest["omitted"];
}

/** Replies under way by message id. */
export type StoredReplies = Readonly<Record<string, StoredReply>>;

type Texts = Pick<Database, "readTexts" | "updateTexts">;

/** Returns the stored replies. Missing or invalid text means none; invalid entries are skipped. */
export async function readResumable(database: Pick<Texts, "readTexts">): Promise<StoredReplies> {
  return parseResumable((await database.readTexts([textKeys.resumable]))[textKeys.resumable]);
}

/**
 * Stores a reply of a message, or removes it. A reply that is removed must have the id. Returns whether it could be
 * stored.
 */
export async function storeResumable(
  database: Pick<Texts, "updateTexts">,
  messageId: string,
  change: StoredReply | { readonly removedId: string },
): Promise<boolean> {
  if (JSON.stringify(change).length > maxReplyChars) return false;
  await database.updateTexts([textKeys.resumable], (texts) => {
    const { [messageId]: stored, ...others } = parseResumable(texts[textKeys.resumable]);
    const isOther = "removedId" in change && stored?.id !== change.removedId;
    const replies = {
      ...others,
      ...(isOther && stored && { [messageId]: stored }),
      ...(!("removedId" in change) && { [messageId]: change }),
    };
    return { [textKeys.resumable]: Object.keys(replies).length === 0 ? null : JSON.stringify(replies) };
  });
  return true;
}

function parseResumable(text: string | undefined): StoredReplies {
  return Object.fromEntries(
    Object.entries(z.parse(storedSchema, text)).flatMap(([messageId, entry]) => {
      const read = z.safeParse(replySchema, entry);
      // This app has written the rounds and the message.
      return read.success ? [[messageId, read.data as unknown as StoredReply] as const] : [];
    }),
  );
}
