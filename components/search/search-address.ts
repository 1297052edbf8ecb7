import type { Role } from "@/lib/chat/message";
import type { SearchFilter } from "@/lib/search/search-chats";

/** A search in the form of the URL. */
export interface SearchAddress {
  readonly words: string;
  readonly role: Role | "";
  readonly model: string;
  /** The first and the last day, as `2026-11-20`; empty without a limit. */
  readonly from: string;
  readonly to: string;
  /** The id of the chat to search; empty for all. */
  readonly chat: string;
}

/** The roles by which messages can be filtered. */
export const searchedRoles = ["user", "assistant", "system"] as const satisfies readonly Role[];

/** Maximum length of the search text, in characters, because URLs are limited. */
export const maxChars = 500;

/** Parses a search from URL parameters; skips invalid ones. */
export function readAddress(parameters: { get(name: string): string | null }): SearchAddress {
  const read = (name: string) => parameters.get(name) ?? "";
  return {
    words: read("q").slice(0, maxChars),
    role: searchedRoles.find((role) => role === read("role")) ?? "",
    model: read("model"),
    from: dayOf(read("from")),
    to: dayOf(read("to")),
    chat: read("chat"),
  };
}

/** Returns the URL of a search. */
export function searchHref({ words, ...filters }: Partial<SearchAddress>): string {
  const given = Object.entries({ q: words, ...filters }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length === 0 ? "/search-chat" : `/search-chat?${new URLSearchParams(given)}`;
}

/** Returns the filter of a search; days begin and end in the user's time zone. */
export function filterOf({ role, model, from, to, chat }: Omit<SearchAddress, "words">): SearchFilter {
  return {
    role: role || undefined,
    model: model || undefined,
    sessionId: chat || undefined,
    from: from ? new Date(`${from}T00:00:00.000`).getTime() : undefined,
    to: to ? new Date(`${to}T23:59:59.999`).getTime() : undefined,
  };
}

function dayOf(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
}
