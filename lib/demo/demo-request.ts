import type { DemoTurn } from "@/lib/demo/demo-script";
import * as z from "@/lib/zod";

const part = z.looseObject({ type: z.string(), text: z.optional(z.string()) });
const message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content: z.optional(z.nullable(z.union([z.string(), z.array(part)]))),
});
const tool = z.looseObject({
  function: z.looseObject({ name: z.string(), parameters: z.optional(z.unknown()) }),
});

/** A chat request in OpenAI's format, as far as the demo reads it. */
export const demoRequestSchema = z.looseObject({
  messages: z.array(message).check(z.minLength(1)),
  stream: z.optional(z.nullable(z.boolean())),
  tools: z.optional(z.nullable(z.array(tool))),
});
export type DemoRequest = z.output<typeof demoRequestSchema>;

/** Returns the script's input for a request. */
export function turnOf({ messages, tools }: DemoRequest): DemoTurn {
  const question = messages.findLast(({ role }) => role === "user");
  const last = messages.at(-1);
  return {
    text: question ? textIn(question) : "",
    tools: (tools ?? []).map(({ function: { name, parameters } }) => ({ name, parameters })),
    ...(last?.role === "tool" ? { toolResult: textIn(last) } : {}),
  };
}

/** Returns all text of a request, for estimating its tokens. */
export function allText({ messages }: DemoRequest): string {
  return messages.map(textIn).join("\n");
}

function textIn({ content }: DemoRequest["messages"][number]): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }) => text).join("\n");
}
