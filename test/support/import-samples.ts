import { readFileSync } from "node:fs";
import { sessionSchema } from "@/lib/chat/session-schema";
import type { ImportContext, Imported, NotUnderstoodReason } from "@/lib/import/imported";
import { openImport } from "@/lib/import/read-import";
import { RefusedFile } from "@/lib/import/refused-file";
import { providers } from "@/lib/providers/registry";
import { messageRecordSchema } from "@/lib/storage/record-schemas";
import * as z from "@/lib/zod";
import { usualSettings } from "./chat-samples";

/** The world as readers see it in tests. */
export const importContext: ImportContext = {
  now: Date.UTC(2026, 0, 1),
  lang: "en",
  modelConfig: usualSettings,
  providers: Object.values(providers),
  thinks: (model) => model.includes("reasoner"),
  zoneMinutes: 0,
};

/** Reads a file of `test/fixtures/import` as a person's file is read. */
export function importFixture(path: string, context: ImportContext = importContext): Imported {
  return importText(readFileSync(`test/fixtures/import/${path}`, "utf8"), context);
}

/** Reads the text of a file that must be understood. */
export function importText(text: string, context: ImportContext = importContext): Imported {
  const read = readInPieces([Buffer.from(text)], context);
  if (typeof read === "string") throw new Error(`refused: ${read}`);
  return read;
}

/** Reads a file that comes in pieces; answers why where it is refused. */
export function readInPieces(
  pieces: readonly Uint8Array[],
  context: ImportContext = importContext,
): Imported | NotUnderstoodReason {
  try {
    const reader = openImport(context);
    const file = reader.openFile();
    for (const piece of pieces) file.push(piece);
    file.end();
    return reader.end();
  } catch (thrown) {
    if (thrown instanceof RefusedFile) return thrown.reason;
    throw thrown;
  }
}

/** Returns what about a result could not be stored, or would be stored twice; nothing is right. */
export function flawsOf({ chats }: Imported): string[] {
  const flaws: string[] = [];
  const ids = new Set<string>();
  for (const { session, messages } of chats) {
    for (const record of [session, ...messages]) {
      if (ids.has(record.id)) flaws.push(`${record.id} occurs twice`);
      ids.add(record.id);
    }
    if (!z.safeParse(sessionSchema, session).success) flaws.push(`${session.id} is no session`);
    const shown = messages.filter(({ isAside }) => !isAside);
    if (session.messageCount !== shown.length) flaws.push(`${session.id} does not count its messages`);
    for (const [place, message] of messages.entries()) {
      if (!z.safeParse(messageRecordSchema, message).success) flaws.push(`${message.id} is no message`);
      if (message.sessionId !== session.id) flaws.push(`${message.id} is of another chat`);
      if (message.seq !== place + 1) flaws.push(`${message.id} is not in its place`);
      if (message.parentId !== undefined && !messages.some(({ id }) => id === message.parentId)) {
        flaws.push(`${message.id} follows a message that is not there`);
      }
    }
  }
  return flaws;
}

/** Returns the chats of a result as a person sees them: who says what, with asides in brackets. */
export function outlineOf({ chats }: Imported): Record<string, string[]> {
  return Object.fromEntries(
    chats.map(({ session, messages }) => [
      session.id,
      messages.map(({ role, content, isAside }) => {
        const line = `${role}: ${typeof content === "string" ? content : JSON.stringify(content)}`;
        return isAside ? `(${line})` : line;
      }),
    ]),
  );
}
