import { damagedHead } from "@/lib/chat/damaged-head";
import type { ChatSession } from "@/lib/chat/session";
import { sessionSchema } from "@/lib/chat/session-schema";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { readIntactMessage } from "@/lib/storage/intact-rows";
import { messageRecordSchema } from "@/lib/storage/record-schemas";
import * as z from "@/lib/zod";

/** A row that was read, or the reason why it is invalid. */
export type ValidatedRow<T> = { readonly record: T } | { readonly reason: string };

/** Reads a stored chat head. An invalid one with an id is returned as damaged. */
export function validateHead(row: unknown): ValidatedRow<ChatSession> {
  const validated = validate(sessionSchema, row);
  const damaged = "reason" in validated ? damagedHead(row) : undefined;
  return damaged ? { record: damaged } : validated;
}

/** Reads a stored message of a chat. */
export function validateMessage(row: unknown): ValidatedRow<MessageRecord> {
  return validate(messageRecordSchema, row);
}

/** Reads a stored message of a chat; undefined if it is invalid. */
export function readMessageRow(row: unknown): MessageRecord | undefined {
  return readIntactMessage(row) ?? z.safeParse(messageRecordSchema, row).data;
}

function validate<T>(schema: z.ZodMiniType<T>, row: unknown): ValidatedRow<T> {
  const read = z.safeParse(schema, row);
  return read.success ? { record: read.data } : { reason: read.error.issues.map(inWords).join("; ") };
}

function inWords(issue: z.core.$ZodIssue): string {
  const path = issue.path.join(".") || "record";
  return `${path}: ${issue.code === "invalid_type" ? `expected ${issue.expected}` : issue.code}`;
}
