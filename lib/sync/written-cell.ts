import * as v from "valibot";
import { isRecord } from "@/lib/fields/fields";
import { storedTime } from "@/lib/fields/time";
import { patchBetween, patched } from "@/lib/sync/difference";
import { isSameValue } from "@/lib/sync/fingerprint";
import type { Cell } from "@/lib/sync/state";

/**
 * A cell in the remote file: its time alone where it was deleted; else its time, what makes the value of what NextChat
 * finds in its own stores, or, marked, the whole value.
 */
export type WrittenCell = number | readonly [at: number, patch?: unknown, isWhole?: 1];

/** Writes a cell beside what NextChat finds of it. */
export function writeCell({ at, value }: Cell, plain: unknown): WrittenCell {
  if (value === undefined) return at;
  if (plain !== undefined && isSameValue(plain, value)) return [at];
  const patch = isRecord(plain) && isRecord(value) ? patchBetween(plain, value) : undefined;
  return patch ? [at, patch] : [at, value, 1];
}

/** A time outside the bounds reads as 0, older than all others: no change could ever be newer than it. */
const writtenSchema = v.union([
  storedTime,
  v.strictTuple([storedTime]),
  v.strictTuple([storedTime, v.record(v.string(), v.unknown())]),
  v.strictTuple([storedTime, v.unknown(), v.literal(1)]),
]);

/** Reads a cell; nothing where it is none, or what it changes is gone. */
export function readCell(written: unknown, plain: unknown): Cell | undefined {
  const read = v.safeParse(writtenSchema, written);
  if (!read.success) return undefined;
  if (typeof read.output === "number") return { at: read.output };
  const [at, patch, isWhole] = read.output;
  if (isWhole) return { at, value: patch };
  if (patch === undefined) return plain === undefined ? undefined : { at, value: plain };
  return isRecord(plain) && isRecord(patch) ? { at, value: patched(plain, patch) } : undefined;
}
