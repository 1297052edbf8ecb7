import * as v from "valibot";

/** Accepts finite numbers; valibot's `number` also accepts infinity. */
export const finiteNumber = v.pipe(v.number(), v.finite());

/** Rejects arrays. Precedes object schemas, because valibot accepts arrays as objects. */
export const noList = v.custom<unknown>((value) => !Array.isArray(value));
