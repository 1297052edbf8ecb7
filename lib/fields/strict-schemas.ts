import * as v from "valibot";

/** Takes a finite number: to valibot alone infinity is a number too. */
export const finiteNumber = v.pipe(v.number(), v.finite());

/** Takes anything but a list. Stands ahead of an object's schema: to valibot alone a list is an object too. */
export const noList = v.custom<unknown>((value) => !Array.isArray(value));
