import { boundedCount, boundedOrder, boundedTime } from "@/lib/fields/time";
import * as z from "@/lib/zod";

/** Reads a stored time; stores use 0 as the fallback for other values. */
export const storedTime = z.pipe(z.number(), z.transform(boundedTime));

/** Reads a stored count or list index. */
export const storedCount = z.pipe(z.number(), z.transform(boundedCount));

/** Reads a chat's stored sort key. */
export const storedOrder = z.pipe(z.number(), z.transform(boundedOrder));
