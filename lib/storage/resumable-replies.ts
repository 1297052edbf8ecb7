import type { Database } from "@/lib/storage/database";
import { textKeys } from "@/lib/storage/local-keys";
import * as z from "@/lib/zod";

const replySchema = z.object({
  sessionId: z.string(),
  /** The provider of the call, whose credentials stop the reply. */
  providerName: z.optional(z.string()),
  /** Id at the server, and the key that opens what the server has stored. */
  id: z.string().check(z.regex(/^[\w-]{22}$/)),
  key: z.string().check(z.regex(/^[\w-]{43}$/)),
  /** Time at which the reply began, in milliseconds since 1970. */
  startedAt: z.number(),
});

const storedSchema = z.catch(z.pipe(z.jsonText, z.record(z.string(), z.unknown())), {});

/** A reply under way that a later page can resume. */
export type StoredReply = z.output<typeof replySchema>;

/** Replies under way by message id. */
export type StoredReplies = Readonly<Record<string, StoredReply>>;

type Texts = Pick<Database, "readTexts" | "updateTexts">;

/** Returns the stored replies. Missing or invalid text means none; invalid entries are skipped. */
export async function readResumable(database: Pick<Texts, "readTexts">): Promise<StoredReplies> {
  return parseResumable((await database.readTexts([textKeys.resumable]))[textKeys.resumable]);
}

/** Stores a reply of a message, or removes it. A reply that is removed must have the id. */
export async function storeResumable(
  database: Pick<Texts, "updateTexts">,
  messageId: string,
  change: StoredReply | { readonly removedId: string },
): Promise<void> {
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
}

function parseResumable(text: string | undefined): StoredReplies {
  return Object.fromEntries(
    Object.entries(z.parse(storedSchema, text)).flatMap(([messageId, entry]) => {
      const read = z.safeParse(replySchema, entry);
      return read.success ? [[messageId, read.data] as const] : [];
    }),
  );
}
