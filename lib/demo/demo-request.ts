import * as v from "valibot";
import type { DemoTurn } from "@/lib/demo/demo-script";

const part = v.looseObject({ type: v.string(), text: v.optional(v.string()) });
const message = v.looseObject({
  role: v.picklist(["system", "developer", "user", "assistant", "tool"]),
  content: v.optional(v.nullable(v.union([v.string(), v.array(part)]))),
});
const tool = v.looseObject({
  function: v.looseObject({ name: v.string(), parameters: v.optional(v.unknown()) }),
});

/** A chat request in OpenAI's format, as far as the demo reads it. */
export const demoRequestSchema = v.looseObject({
  messages: v.pipe(v.array(message), v.minLength(1)),
  stream: v.optional(v.nullable(v.boolean())),
  tools: v.optional(v.nullable(v.array(tool))),
});
export type DemoRequest = v.InferOutput<typeof demoRequestSchema>;

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
