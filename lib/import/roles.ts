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

/** Returns the role for a speaker's name in any of the supported products; undefined if it is unknown. */
export function readRole(value: unknown): Role | undefined {
  if (typeof value !== "string") return undefined;
  const name = value.toLowerCase();
  return Object.hasOwn(roles, name) ? roles[name] : undefined;
}
