import { isBlank } from "@/lib/chat/mask";
import type { Message } from "@/lib/chat/message";
import { sessionSchema } from "@/lib/chat/session-schema";
import { contentId, sourceId } from "@/lib/import/content-id";
import { readDates } from "@/lib/import/dates";
import { previewField } from "@/lib/import/draft-chat";
import type { ImportedChat, NotUnderstood } from "@/lib/import/imported";
import { readNextChatMask } from "@/lib/import/nextchat/nextchat-mask";
import { isNextChatMessage, readNextChatMessage } from "@/lib/import/nextchat/nextchat-message";
import { migrate } from "@/lib/import/nextchat/nextchat-migrations";
import type { StepContext } from "@/lib/import/nextchat/nextchat-step";
import { topicOf } from "@/lib/import/nextchat/nextchat-topics";
import { readTime } from "@/lib/import/times";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";
import type { MessageRecord } from "@/lib/storage/catalogue";
import * as z from "@/lib/zod";

/** Reads the list of chats in NextChat's store, of any version. */
export function readNextChatSessions(
  sessions: readonly unknown[],
  where: string,
  version: number | undefined,
  stepContext: StepContext,
): { chats: ImportedChat[]; notUnderstood: NotUnderstood[] } {
  const chats: ImportedChat[] = [];
  const notUnderstood: NotUnderstood[] = [];
  for (const [place, stored] of sessions.entries()) {
    const here = `${where}[${place}]`;
    if (!isRecord(stored)) notUnderstood.push({ where: here, reason: "wrong-shape" });
    else {
      const chat = readSession(stored, here, version, stepContext, notUnderstood);
      if (chat) chats.push(chat);
    }
  }
  return { chats: inFileOrder(chats), notUnderstood };
}

function readSession(
  stored: JsonRecord,
  where: string,
  version: number | undefined,
  stepContext: StepContext,
  notUnderstood: NotUnderstood[],
): ImportedChat | undefined {
  const migrated = migrate("session", stored, version, stepContext);
  const id = stringOf(migrated.id);
  const found = listOf(migrated.messages).filter((message, place) => {
    if (isNextChatMessage(message)) return true;
    notUnderstood.push({ where: `${where}.messages[${place}]`, reason: "wrong-shape" });
    return false;
  });
  const messages = recordsOf(found.filter(isNextChatMessage), id, lastUpdateOf(migrated, stepContext), stepContext);
  const session = headOf(migrated, messages, stepContext);
  const draft = stepContext.drafts?.get(sourceId(stored.id) ?? "");
  // NextChat always has an empty chat, which is not worth importing.
  if (messages.length === 0 && !hasContent(session) && !draft) {
    notUnderstood.push({ where, reason: "no-messages" });
    return undefined;
  }
  if (messages.some(looksDamaged)) notUnderstood.push({ where, reason: "damaged-text" });
  return { session, messages, ...(draft ? { draft } : {}) };
}

/**
 * Whether a chat without messages has a title, a memory or a mask. Older versions did not store that it follows the
 * global settings.
 */
function hasContent({ topic, memoryPrompt, mask }: ImportedChat["session"]): boolean {
  return topic !== "" || memoryPrompt !== "" || !isBlank({ ...mask, syncGlobalConfig: true });
}

function headOf(
  stored: JsonRecord,
  messages: readonly MessageRecord[],
  stepContext: StepContext,
): ImportedChat["session"] {
  const { messages: _records, preview, deletedAt, clearContextIndex, ...rest } = stored;
  const id = stringOf(stored.id);
  const lastUpdate = lastUpdateOf(stored, stepContext) ?? messages.at(-1)?.date ?? stepContext.context.now;
  return z.parse(sessionSchema, {
    ...rest,
    topic: topicOf(stored.topic),
    ...previewField(messages),
    lastUpdate,
    ...(typeof clearContextIndex === "number" && { clearContextIndex }),
    mask: readNextChatMask(recordOf(stored.mask), `mask-of-${id}`, stepContext),
    messageCount: messages.length,
    order: lastUpdate,
  });
}

function recordsOf(
  stored: readonly Parameters<typeof readNextChatMessage>[0][],
  sessionId: string,
  lastUpdate: number | undefined,
  { context }: StepContext,
): MessageRecord[] {
  const texts = stored.map(({ date }) => (typeof date === "string" || typeof date === "number" ? date : undefined));
  // NextChat sets a chat's time when a reply ends, but not when one fails.
  const anchorIndex = stored.findLastIndex(
    ({ role, isError, streaming }) => role === "assistant" && !isError && !streaming,
  );
  const dates = readDates(texts, { lastUpdate, anchorIndex, zoneMinutes: context.zoneMinutes });
  return stored.map((message, place) => {
    const given = { id: messageId(message, place, sessionId), date: dates[place] ?? context.now };
    return { ...readNextChatMessage(message, given, context), sessionId, seq: place + 1 };
  });
}

/**
 * Returns a message's id. Text ids are unique; numeric ids also occur in other chats, so they get their chat's id as a
 * prefix.
 */
function messageId({ id, role, date, content }: JsonRecord, place: number, sessionId: string): string {
  if (typeof id === "string" && id !== "") return id;
  const prefix = sessionId.startsWith("nextchat:") ? sessionId : `nextchat:${sessionId}`;
  return `${prefix}:${sourceId(id) ?? contentId(place, role, date, content)}`;
}

/** Returns the time of the last change. Before version 2 of the chats, it was a date formatted by the browser. */
function lastUpdateOf({ lastUpdate }: JsonRecord, { context }: StepContext): number | undefined {
  if (typeof lastUpdate === "number") return readTime(lastUpdate);
  if (typeof lastUpdate !== "string") return undefined;
  if (/^\d+(\.\d+)?$/.test(lastUpdate)) return readTime(lastUpdate);
  return readDates([lastUpdate], { lastUpdate: undefined, zoneMinutes: context.zoneMinutes })[0];
}

/** Assigns sort keys in the file's order: the first chat, usually the newest, gets the highest. */
function inFileOrder(chats: readonly ImportedChat[]): ImportedChat[] {
  let below = Number.NEGATIVE_INFINITY;
  return chats
    .toReversed()
    .map((chat) => {
      below = Math.max(chat.session.order, below + 1);
      return { ...chat, session: { ...chat.session, order: below } };
    })
    .reverse();
}

/**
 * Whether text is from a desktop build before March 2024, which stored only the low byte of each character. Chinese and
 * Cyrillic text has become control characters and Latin letters.
 */
function looksDamaged({ content }: Message): boolean {
  if (typeof content !== "string") return false;
  let beyondAscii = 0;
  let controls = 0;
  for (let place = 0; place < content.length; place += 1) {
    const code = content.charCodeAt(place);
    if (code > 0x7f) beyondAscii += 1;
    if (code > 0x7f && code < 0xa0) controls += 1;
  }
  return controls >= 3 && controls * 5 > beyondAscii;
}
