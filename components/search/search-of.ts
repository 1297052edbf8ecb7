import { foldText } from "@/lib/chat/fold-text";
import type { ChatSession } from "@/lib/chat/session";
import { hasOperators, parseOperators, type SearchOperators } from "@/lib/search/operators";
import type { SearchFilter } from "@/lib/search/search-chats";
import { useChats } from "@/store/chats/chats";
import type { Search } from "@/store/search/search";
import { projectOf } from "@/store/settings/projects";

/** Returns the search for a text with operators; undefined if there is nothing to search. */
export function searchOf({ words: text, filter, most }: Search): Search | undefined {
  const { words, operators } = parseOperators(text);
  if (words === "" && !hasOperators(operators)) return undefined;
  return { words, filter: withOperators(filter, operators, useChats.getState().sessions), most };
}

function withOperators(
  filter: SearchFilter,
  { tags, project, model, hasCode, before, after }: SearchOperators,
  sessions: readonly ChatSession[],
): SearchFilter {
  const isOfChats = tags.length > 0 || project !== undefined;
  const chats = isOfChats
    ? sessions.filter((session) => isFound(session, tags, project)).map(({ id }) => id)
    : undefined;
  return {
    ...filter,
    ...(chats && { sessionIds: new Set(chats) }),
    ...(model !== undefined && { modelPart: foldText(model) }),
    ...(hasCode && { hasCode }),
    ...(after !== undefined && { from: Math.max(filter.from ?? 0, startOf(after, 1)) }),
    ...(before !== undefined && { to: Math.min(filter.to ?? Number.POSITIVE_INFINITY, startOf(before, 0) - 1) }),
  };
}

/** Whether a chat has all tags, and is in a project with a part of its name. */
function isFound(session: ChatSession, tags: readonly string[], project: string | undefined): boolean {
  const own = (session.tags ?? []).map(foldText);
  const isTagged = tags.every((tag) => own.includes(foldText(tag)));
  const name = foldText(projectOf(session)?.name ?? "");
  return isTagged && (project === undefined || (name !== "" && name.includes(foldText(project))));
}

/** Returns the start of a day, month or year in the user's time zone, or that of the following one (`next` = 1). */
function startOf(date: string, next: 0 | 1): number {
  const [year = 0, month, day] = date.split("-").map(Number);
  if (day !== undefined) return new Date(year, (month ?? 1) - 1, day + next).getTime();
  if (month !== undefined) return new Date(year, month - 1 + next, 1).getTime();
  return new Date(year + next, 0, 1).getTime();
}
