import { storedTime } from "@/lib/fields/stored-schemas";
import { isRecord } from "@/lib/json";
import { patchBetween, patched } from "@/lib/sync/difference";
import { isSameValue } from "@/lib/sync/fingerprint";
import type { Cell } from "@/lib/sync/state";
import * as z from "@/lib/zod";

/**
 * A cell in the remote file: only its time if it was deleted. Otherwise its time and either a patch of the value in
 * NextChat's stores or, marked, the whole value.
 */
export type WrittenCell = number | readonly [at: number, patch?: unknown, isWhole?: 1];

/** Writes a cell relative to its value in NextChat's stores. */
export function writeCell({ at, value }: Cell, plain: unknown): WrittenCell {
  if (value === undefined) return at;
  if (plain !== undefined && isSameValue(plain, value)) return [at];
  const patch = isRecord(plain) && isRecord(value) ? patchBetween(plain, value) : undefined;
  return patch ? [at, patch] : [at, value, 1];
}

/** A time outside the bounds reads as 0, because otherwise no change could ever be newer. */
const writtenSchema = z.union([
  storedTime,
  z.tuple([storedTime]),
  z.tuple([storedTime, z.record(z.string(), z.unknown())]),
  z.tuple([storedTime, z.unknown(), z.literal(1)]),
]);

/** Reads a cell; undefined if it is invalid, or if the value that it patches is missing. */
export function readCell(written: unknown, plain: unknown): Cell | undefined {
  const read = z.safeParse(writtenSchema, written);
  if (!read.success) return undefined;
  if (typeof read.data === "number") return { at: read.data };
  const [at, patch, isWhole] = read.data;
  if (isWhole) return { at, value: patch };
  if (patch === undefined) return plain === undefined ? undefined : { at, value: plain };
  return isRecord(plain) && isRecord(patch) ? { at, value: patched(plain, patch) } : undefined;
}
