import type { Content } from "@/lib/chat/message";
import * as z from "@/lib/zod";

/** Reads the content of a stored message: a text, or parts of text and images. */
export const contentSchema: z.ZodMiniType<Content> = z.union([
  z.string(),
  z.array(
    z.union([
      z.object({ type: z.literal("text"), text: z.string() }),
      z.object({
        type: z.literal("image_url"),
        image_url: z.object({ url: z.string() }),
        signature: z.catch(z.optional(z.string()), undefined),
      }),
    ]),
  ),
]);

/** Reads the content of a stored message, even if other fields are invalid. Returns undefined if it has none. */
export function readContent(row: unknown): Content | undefined {
  const parsed = z.safeParse(z.object({ content: contentSchema }), row);
  return parsed.success ? parsed.data.content : undefined;
}
