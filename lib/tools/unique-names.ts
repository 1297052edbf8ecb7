import type { Tool } from "@/lib/chat/tool";

/** The longest name of a tool that all providers take, in characters. */
const maxNameChars = 64;

/** The most tools that a request may carry: OpenAI refuses more. https://platform.openai.com/docs/guides/function-calling */
const maxTools = 128;

/**
 * Returns the tools under names that every provider takes (`[a-zA-Z0-9_-]{1,64}`) and that are different: the name of
 * the source goes ahead of one that is taken, then a number behind it. More tools than a request may carry are left out.
 */
export function withUniqueNames(tools: readonly Tool[]): Tool[] {
  const taken = new Set<string>();
  return tools.slice(0, maxTools).map((tool) => {
    const name = freeName(tool, taken);
    taken.add(name);
    return { ...tool, name };
  });
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

/** Returns a text as a name: what providers refuse becomes `_`; a name without any letter they take is `tool`. */
export function nameFrom(text: string): string {
  const name = text
    .replace(/[^a-zA-Z0-9_-]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, maxNameChars);
  return name === "" ? "tool" : name;
}
