import type { Tool } from "@/lib/chat/tool";

/** Maximum length of a tool name that all providers accept, in characters. */
const maxNameChars = 64;

/**
 * Maximum number of tools in a request: OpenAI rejects more. https://platform.openai.com/docs/guides/function-calling
 */
export const maxTools = 128;

/**
 * Returns the tools under unique names that every provider accepts (`[a-zA-Z0-9_-]{1,64}`). A name that is taken gets
 * the source's name as a prefix, then a number as a suffix. Tools beyond the maximum number are returned as `dropped`.
 */
export function withUniqueNames(offered: readonly Tool[]): { readonly tools: Tool[]; readonly dropped: Tool[] } {
  const taken = new Set<string>();
  const tools = offered.slice(0, maxTools).map((tool) => {
    const name = freeName(tool, taken);
    taken.add(name);
    return { ...tool, name };
  });
  return { tools, dropped: offered.slice(maxTools) };
}

function freeName({ name, source }: Tool, taken: ReadonlySet<string>): string {
  const plain = nameFrom(name);
  if (!taken.has(plain)) return plain;
  const prefixed = nameFrom(`${source.name}_${name}`);
  if (!taken.has(prefixed)) return prefixed;
  for (let number = 2; ; number += 1) {
    const numbered = `${plain.slice(0, maxNameChars - 4)}_${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

/** Converts a text to a name: rejected characters become `_`; a name without accepted characters becomes `tool`. */
export function nameFrom(text: string): string {
  const name = text
    .replace(/[^a-zA-Z0-9_-]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, maxNameChars);
  return name === "" ? "tool" : name;
}
