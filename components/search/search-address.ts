import type { Role } from "@/lib/chat/message";
import type { SearchFilter } from "@/lib/search/search-chats";

/** A search as the address holds it. */
export interface SearchAddress {
  readonly words: string;
  readonly role: Role | "";
  readonly model: string;
  /** The first and the last day, as `2026-11-20`; empty where there is none. */
  readonly from: string;
  readonly to: string;
  /** The id of the one chat that is searched; empty for all. */
  readonly chat: string;
}

/** The roles of which messages may be. */
export const searchedRoles = ["user", "assistant", "system"] as const satisfies readonly Role[];

/** Longer words are cut: an address holds only so much. */
export const mostChars = 500;

/** Reads a search out of an address; what does not fit is left out. */
export function readAddress(parameters: { get(name: string): string | null }): SearchAddress {
  const read = (name: string) => parameters.get(name) ?? "";
  return {
    words: read("q").slice(0, mostChars),
    role: searchedRoles.find((role) => role === read("role")) ?? "",
    model: read("model"),
    from: dayOf(read("from")),
    to: dayOf(read("to")),
    chat: read("chat"),
  };
}

/** Returns the address of a search. */
export function searchHref({ words, ...filters }: Partial<SearchAddress>): string {
  const given = Object.entries({ q: words, ...filters }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length === 0 ? "/search-chat" : `/search-chat?${new URLSearchParams(given)}`;
}

/** Returns what a search is narrowed to; days begin and end here, in the place where the user is. */
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
