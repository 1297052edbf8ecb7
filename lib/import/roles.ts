import type { Role } from "@/lib/chat/message";

const roles: Readonly<Record<string, Role>> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  gpt: "assistant",
  chatgpt: "assistant",
  bing: "assistant",
  bard: "assistant",
  model: "assistant",
  bot: "assistant",
  system: "system",
};

/** Reads the name of who speaks, as the products that are read here write it. */
export function readRole(value: unknown): Role | undefined {
  if (typeof value !== "string") return undefined;
  const name = value.toLowerCase();
  return Object.hasOwn(roles, name) ? roles[name] : undefined;
}
