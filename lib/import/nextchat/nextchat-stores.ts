import { parseSafely } from "@/lib/import/safe-json";
import { isRecord, type JsonRecord, recordOf } from "@/lib/json";

/** Storage keys of NextChat's stores. */
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

/** A store's state, and the version if it was in an envelope. */
export interface StoredState {
  readonly state: JsonRecord;
  readonly version: number | undefined;
}

/**
 * Returns the state of a stored value: the plain state, as in backups; the envelope of the browser's storage; or either
 * as JSON text, as in dumps.
 */
export function unwrapStore(value: unknown): StoredState | undefined {
  const plain = typeof value === "string" ? parsed(value) : value;
  if (!isRecord(plain)) return undefined;
  const state = typeof plain.state === "string" ? parsed(plain.state) : plain.state;
  if (!isRecord(state)) return "state" in plain ? undefined : { state: plain, version: undefined };
  return { state, version: typeof plain.version === "number" ? plain.version : undefined };
}

/** Returns the key of a state by fields that only its store has, for a value that was copied without its key. */
export function keyOfState(state: JsonRecord): NextChatKey | undefined {
  if (Array.isArray(state.sessions)) return "chat-next-web-store";
  if (isRecord(state.masks)) return "mask-store";
  if (isRecord(state.prompts)) return "prompt-store";
  if (isRecord(state.plugins)) return "chat-next-web-plugin";
  if ("accessCode" in state || "openaiApiKey" in state) return "access-control";
  return isRecord(state.modelConfig) && "submitKey" in state ? "app-config" : undefined;
}

/**
 * Returns the stores of a file by key, without validation: the caller reports invalid ones.
 *
 * Besides backups, these are dumps of a browser's storage, which users created in the console when a site closed
 * (https://github.com/ChatGPTNextWeb/NextChat/issues/6539). A dump is one object by key, or a list of entries. Either
 * may be nested in the names of the database and its store, or be JSON text.
 */
export function storesIn(file: unknown): Partial<Record<NextChatKey, unknown>> {
  const opened = typeof file === "string" ? textOfStores(file) : file;
  if (isRecord(opened)) {
    const own = ownStores(opened);
    if (Object.keys(own).length > 0) return own;
  }
  return storesWithin(opened, maxNesting);
}

/** Maximum nesting: database, object store, and one level for a copy of both storages of a browser. */
const maxNesting = 3;

/** Maximum number of members: a browser has a few dozen entries, and wrappers have fewer. */
const maxMembers = 1000;

/** Returns stores inside wrappers. Files of other programs have some of the same keys, but not that of the chats. */
function storesWithin(value: unknown, levels: number): Partial<Record<NextChatKey, unknown>> {
  const members = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  if (members.length > maxMembers) return {};
  const file = Array.isArray(value) ? fromEntries(value) : recordOf(value);
  if (Object.hasOwn(file, "chat-next-web-store")) return keyedStores(file);
  if (levels === 0) return {};
  const inner = members.map((member) => storesWithin(member, levels - 1));
  // NextChat moved from localStorage to the database and may have left an old copy: the more complete one counts.
  return Object.assign({}, ...inner.sort((one, other) => Object.keys(one).length - Object.keys(other).length));
}

/** Prefix of the keys of unsent texts in localStorage; the id of the chat follows. */
const draftPrefix = "unfinished-input-";

/** Maximum length of an unsent text, in characters. */
const maxDraftChars = 1_000_000;
/** Maximum number of unsent texts. */
const maxDrafts = 1000;

/** Returns the unsent texts of a file by the ids of their chats, wherever `storesIn` looks for stores. */
export function draftsIn(file: unknown): ReadonlyMap<string, string> {
  const opened = typeof file === "string" ? textOfStores(file) : file;
  return new Map(draftsWithin(opened, maxNesting).slice(0, maxDrafts));
}

function draftsWithin(value: unknown, levels: number): [string, string][] {
  const members = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  const entries = Object.entries(Array.isArray(value) ? fromEntries(value) : recordOf(value));
  const own = entries.flatMap(([key, text]): [string, string][] =>
    key.startsWith(draftPrefix) && typeof text === "string" && text.trim() !== "" && text.length <= maxDraftChars
      ? [[key.slice(draftPrefix.length), text]]
      : [],
  );
  if (levels === 0 || members.length > maxMembers) return own;
  return [...members.flatMap((member) => draftsWithin(member, levels - 1)), ...own];
}

/** Parses a text only if it contains the key of a store, because it may be of any length. */
function textOfStores(text: string): unknown {
  return nextChatKeys.some((key) => text.includes(key)) ? parsed(text) : undefined;
}

/** Converts a list of entries, as pairs or as objects with `key` and `value`, to an object. */
function fromEntries(list: readonly unknown[]): JsonRecord {
  const entries = list.map((entry) => (Array.isArray(entry) ? entry : isRecord(entry) ? [entry.key, entry.value] : []));
  return Object.fromEntries(entries.filter(([key]) => typeof key === "string"));
}

function keyedStores(file: JsonRecord): Partial<Record<NextChatKey, unknown>> {
  return Object.fromEntries(nextChatKeys.filter((key) => file[key] !== undefined).map((key) => [key, file[key]]));
}

/** Returns the stores of an object by key; in early copies, the key of the chats is `chat`. */
function ownStores(file: JsonRecord): Partial<Record<NextChatKey, unknown>> {
  const found = keyedStores(file);
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
