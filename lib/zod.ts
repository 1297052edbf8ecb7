import * as z from "zod/mini";

// Zod compiles schemas with `new Function` if it can. The content policy forbids that, and browsers report each attempt.
z.config({ jitless: true });

/** Reads the value of a JSON text. */
export const jsonText = z.pipe(
  z.string(),
  z.transform((text, { issues }): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      issues.push({ code: "custom", input: text, message: "must be JSON" });
      return z.NEVER;
    }
  }),
);

export * from "zod/mini";
