import type { Completion, CompletionRequest } from "@/lib/chat/tool-request";
import * as z from "@/lib/zod";

/** Maximum length of all texts of a request, in characters: all of it is shown before it is sent. */
const maxTextChars = 20_000;
const maxMessages = 50;

/** Maximum number of tokens that the model may write. */
export const maxSamplingTokens = 4000;

const textSchema = z.object({ type: z.literal("text"), text: z.string() });

const requestSchema = z.object({
  messages: z
    .array(z.object({ role: z.enum(["user", "assistant"]), content: z.union([textSchema, z.array(textSchema)]) }))
    .check(z.minLength(1), z.maxLength(maxMessages)),
  systemPrompt: z.optional(z.string()),
  maxTokens: z.number().check(z.positive()),
  // The client has not declared that it supports tools in these requests.
  tools: z.optional(z.undefined()),
  toolChoice: z.optional(z.undefined()),
});

/** Reads the parameters of `sampling/createMessage`; undefined if they are invalid, beyond the limits, or not text only. */
export function readSampling(params: unknown): CompletionRequest | undefined {
  const { success, data } = z.safeParse(requestSchema, params);
  if (!success) return undefined;
  const messages = data.messages.map(({ role, content }) => ({
    role,
    text: Array.isArray(content) ? content.map(({ text }) => text).join("\n\n") : content.text,
  }));
  const { systemPrompt = "" } = data;
  const length = messages.reduce((sum, { text }) => sum + text.length, systemPrompt.length);
  if (length > maxTextChars) return undefined;
  const maxTokens = Math.min(Math.ceil(data.maxTokens), maxSamplingTokens);
  return { type: "completion", systemPrompt, messages, maxTokens };
}

/** Returns the result of `sampling/createMessage`. */
export function samplingResult({ text, model, isCut }: Completion) {
  return {
    role: "assistant" as const,
    content: { type: "text" as const, text },
    model,
    stopReason: isCut ? "maxTokens" : "endTurn",
  };
}
