import { foldText } from "@/lib/chat/fold-text";
import type { ChatSession } from "@/lib/chat/session";
import { hasOperators, parseOperators, type SearchOperators } from "@/lib/search/operators";
import type { SearchFilter } from "@/lib/search/search-chats";
import { useChats } from "@/store/chats/chats";
import type { Search } from "@/store/search/search";
import { useProjects } from "@/store/settings/projects";

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
  return {
    ...filter,
    ...(isOfChats && { sessionIds: chatsWith(sessions, tags, project) }),
    ...(model !== undefined && { modelPart: foldText(model) }),
    ...(hasCode && { hasCode }),
    ...(after !== undefined && { from: Math.max(filter.from ?? 0, startOf(after, 1)) }),
    ...(before !== undefined && { to: Math.min(filter.to ?? Number.POSITIVE_INFINITY, startOf(before, 0) - 1) }),
  };
}

/** Returns the ids of the chats that have a tag with each wanted part in its name, and are in a project with a part of its name. */
function chatsWith(
  sessions: readonly ChatSession[],
  tags: readonly string[],
  projectPart: string | undefined,
): ReadonlySet<string> {
  const wanted = tags.map(foldText);
  const projects = projectPart === undefined ? undefined : projectsNamed(foldText(projectPart));
  const isFound = ({ tags: own = [], projectId = "" }: ChatSession) =>
    (!projects || projects.has(projectId)) &&
    (wanted.length === 0 || (own.length > 0 && hasAll(own.map(foldText), wanted)));
  return new Set(sessions.filter(isFound).map(({ id }) => id));
}

function hasAll(tags: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((part) => tags.some((tag) => tag.includes(part)));
}

/** Returns the ids of the projects with a folded part of their name. */
function projectsNamed(part: string): ReadonlySet<string> {
  const projects = [...useProjects.getState().byId.values()];
  return new Set(projects.filter(({ name }) => foldText(name).includes(part)).map(({ id }) => id));
}

/** Returns the day that limits a search: the first one of a date after `before:`, the last one of a date after `after:`. */
export function boundaryDay(name: "before" | "after", date: string): Date {
  return new Date(name === "before" ? startOf(date, 0) : startOf(date, 1) - 1);
}

/** Returns the start of a day, month or year in the user's time zone, or that of the following one (`next` = 1). */
function startOf(date: string, next: 0 | 1): number {
  const [year = 0, month, day] = date.split("-").map(Number);
  if (day !== undefined) return new Date(year, (month ?? 1) - 1, day + next).getTime();
  if (month !== undefined) return new Date(year, month - 1 + next, 1).getTime();
  return new Date(year + next, 0, 1).getTime();
}
