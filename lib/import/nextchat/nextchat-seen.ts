import type { DocumentState, Imported, ImportedChat } from "@/lib/import/imported";
import { keyedFields } from "@/lib/import/merge-documents";
import { listOf, recordOf } from "@/lib/json";
import { sha256Hex } from "@/lib/providers/sha256";

const accessKeyName = "access-control";
const picturesKeyName = "sd-list";

/**
 * Returns one entry for each chat, message, mask, prompt, plugin, image and credential of a NextChat. Later takeovers
 * compare them, so that data that was deleted here meanwhile is not restored. Credentials are hashed.
 */
export function seenEntries({ chats, documents }: Pick<Imported, "chats" | "documents">): string[] {
  return [
    ...chats.flatMap(({ session, messages }) => [
      chatEntry(session.id),
      ...messages.map(({ id }) => messageEntry(session.id, id)),
    ]),
    ...Object.entries(documents).flatMap(([key, state]) => documentEntries(key, state).map(([entry]) => entry)),
  ];
}

/**
 * Returns the data that a NextChat has added since `seen`. A chat that was deleted here and continued there counts as
 * new completely. Settings are never new: only items such as masks, and credentials.
 */
export function newSince(imported: Imported, seen: ReadonlySet<string>, sessionIds: ReadonlySet<string>): Imported {
  const chats = imported.chats.flatMap((chat): ImportedChat[] => {
    if (!seen.has(chatEntry(chat.session.id))) return [chat];
    const messages = chat.messages.filter(({ id }) => !seen.has(messageEntry(chat.session.id, id)));
    if (messages.length === 0) return [];
    return [sessionIds.has(chat.session.id) ? { ...chat, messages } : chat];
  });
  const documents = Object.entries(imported.documents).flatMap(([key, state]): [string, DocumentState][] => {
    const fresh = documentEntries(key, state).filter(([entry]) => !seen.has(entry));
    if (fresh.length === 0) return [];
    return [[key, withEntries(key, state, Object.fromEntries(fresh.map(([, id, value]) => [id, value])))]];
  });
  return { ...imported, chats, documents: Object.fromEntries(documents) };
}

function chatEntry(sessionId: string): string {
  return `chat:${sessionId}`;
}

function messageEntry(sessionId: string, id: string): string {
  return `message:${sessionId}:${id}`;
}

/** Returns the ids of the masks, prompts, plugins, MCP servers or pictures of a document. */
export function documentItems(key: string, state: DocumentState): ReadonlySet<string> {
  return new Set(key === accessKeyName ? [] : documentEntries(key, state).map(([, id]) => id));
}

/** Returns the entries of a document, each with its id and value. */
function documentEntries(key: string, state: DocumentState): (readonly [entry: string, id: string, value: unknown])[] {
  const field = keyedFields[key];
  if (field) return Object.entries(recordOf(state[field])).map(([id, value]) => [`${key}:${id}`, id, value] as const);
  if (key === picturesKeyName) {
    return listOf(state.draw).map((picture) => {
      const id = String(recordOf(picture).id);
      return [`${key}:${id}`, id, picture] as const;
    });
  }
  if (key !== accessKeyName) return [];
  return Object.entries(state).flatMap(([name, value]) =>
    typeof value === "string" && value !== ""
      ? [[`${key}:${name}:${sha256Hex(value).slice(0, 16)}`, name, value] as const]
      : [],
  );
}

function withEntries(key: string, state: DocumentState, fresh: Readonly<Record<string, unknown>>): DocumentState {
  const field = keyedFields[key];
  if (field) return { ...state, [field]: fresh };
  if (key === picturesKeyName) return { ...state, draw: Object.values(fresh) };
  const hosts = Object.entries(recordOf(state.hosts)).filter(([name]) => Object.hasOwn(fresh, name));
  return { ...fresh, hosts: Object.fromEntries(hosts) };
}
