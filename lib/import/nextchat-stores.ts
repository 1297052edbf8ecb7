import { parseSafely } from "@/lib/import/safe-json";
import { isRecord, type JsonRecord } from "@/lib/providers/json";

/** The storage keys of NextChat's stores (§2.9.1). */
export const nextChatKeys = [
  "chat-next-web-store",
  "access-control",
  "app-config",
  "mask-store",
  "prompt-store",
  "chat-next-web-plugin",
  "sync",
  "sd-list",
  "chat-update",
  "mcp-store",
] as const;

export type NextChatKey = (typeof nextChatKeys)[number];

/** A store's state, and the version of its wrapper where it stood in one. */
export interface StoredState {
  readonly state: JsonRecord;
  readonly version: number | undefined;
}

/**
 * Finds a store's state in what stands under its key: the bare state, as in backups, the wrapper of the browser's
 * storage, or either as JSON text, as in dumps of it.
 */
export function unwrapStore(value: unknown): StoredState | undefined {
  const plain = typeof value === "string" ? parsed(value) : value;
  if (!isRecord(plain)) return undefined;
  const state = typeof plain.state === "string" ? parsed(plain.state) : plain.state;
  if (!isRecord(state)) return { state: plain, version: undefined };
  return { state, version: typeof plain.version === "number" ? plain.version : undefined };
}

/** Answers whose state it is, by what only that store has; for a value that was copied without its key. */
export function keyOfState(state: JsonRecord): NextChatKey | undefined {
  if (Array.isArray(state.sessions)) return "chat-next-web-store";
  if (isRecord(state.masks)) return "mask-store";
  if (isRecord(state.prompts)) return "prompt-store";
  if (isRecord(state.plugins)) return "chat-next-web-plugin";
  if ("accessCode" in state || "openaiApiKey" in state) return "access-control";
  return isRecord(state.modelConfig) && "submitKey" in state ? "app-config" : undefined;
}

/** Answers the stores of a file by their keys; early copies call the chats `chat`. */
export function storesIn(file: JsonRecord): Partial<Record<NextChatKey, unknown>> {
  const found = Object.fromEntries(
    nextChatKeys.filter((key) => file[key] !== undefined).map((key) => [key, file[key]]),
  );
  if (isRecord(file.chat) && "sessions" in file.chat && !("chat-next-web-store" in found)) {
    return { ...found, "chat-next-web-store": file.chat };
  }
  if (Object.keys(found).length > 0) return found;
  const single = unwrapStore(file);
  const key = single && keyOfState(single.state);
  return key ? { [key]: file } : {};
}

function parsed(text: string): unknown {
  const json = parseSafely(text, { maxChars: Number.POSITIVE_INFINITY });
  return json.ok ? json.value : undefined;
}
