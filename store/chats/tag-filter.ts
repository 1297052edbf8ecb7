import { isChatRow } from "@/lib/chat/list-row";
import { arrangedCaptions } from "@/lib/chat/project-rows";
import { type ChatSession, pinnedCountOf } from "@/lib/chat/session";
import { type ArrangedList, useProjects } from "@/store/settings/projects";

type Arrange = NonNullable<ReturnType<typeof useProjects.getState>["arrange"]>;

/** The arrangement without a filter, by the filtered one. */
const unfiltered = new WeakMap<Arrange, { readonly arrange: Arrange | undefined }>();

let unsubscribe: (() => void) | undefined;

/** Lists only chats that have all given tags from now on, ignoring case. Without tags, all chats are listed. */
export function filterByTags(tags: readonly string[]): void {
  unsubscribe?.();
  unsubscribe = undefined;
  const { arrange } = useProjects.getState();
  const base = arrange && unfiltered.has(arrange) ? unfiltered.get(arrange)?.arrange : arrange;
  if (tags.length === 0) {
    useProjects.setState({ arrange: base, countMatching: undefined });
    return;
  }
  const wanted = tags.map((tag) => tag.toLowerCase());
  useProjects.setState({ arrange: filtered(base, wanted), countMatching: countOf(wanted) });
  // Each change of the projects replaces the arrangement.
  unsubscribe = useProjects.subscribe((now) => {
    if (!now.arrange || !unfiltered.has(now.arrange)) useProjects.setState({ arrange: filtered(now.arrange, wanted) });
  });
}

/** Returns an arrangement of the chats with all wanted tags. It remembers the last result, as the one of projects does. */
function filtered(arrange: Arrange | undefined, wanted: readonly string[]): Arrange {
  let last: { readonly listed: readonly ChatSession[]; readonly currentId: string; readonly list: ArrangedList };
  const made: Arrange = (listed, currentId) => {
    if (last?.listed === listed && last.currentId === currentId) return last.list;
    // The open chat stays, so that the list can be reached by keyboard.
    const chats = listed.filter(({ id, tags }) => id === currentId || hasTags(tags, wanted));
    last = { listed, currentId, list: arrange ? withoutEmptyProjects(arrange(chats, currentId)) : plainList(chats) };
    return last.list;
  };
  unfiltered.set(made, { arrange });
  return made;
}

/** Returns the function that counts the chats with all wanted tags. It remembers the last result, for the same chats. */
function countOf(wanted: readonly string[]): (sessions: readonly ChatSession[]) => number {
  let last: { readonly sessions: readonly ChatSession[]; readonly count: number } | undefined;
  return (sessions) => {
    if (last?.sessions !== sessions) {
      last = { sessions, count: sessions.filter(({ tags }) => hasTags(tags, wanted)).length };
    }
    return last.count;
  };
}

function hasTags(tags: readonly string[] = [], wanted: readonly string[]): boolean {
  if (tags.length < wanted.length) return false;
  const own = tags.map((tag) => tag.toLowerCase());
  return wanted.every((tag) => own.includes(tag));
}

function plainList(rows: readonly ChatSession[]): ArrangedList {
  const start = pinnedCountOf(rows);
  return { rows, start, end: start, captions: (datesOf) => datesOf(rows) };
}

function withoutEmptyProjects({ rows, start, end }: ArrangedList): ArrangedList {
  const projects = rows.slice(start, end).filter((row) => isChatRow(row) || row.count > 0);
  const kept = {
    rows: [...rows.slice(0, start), ...projects, ...rows.slice(end)],
    ...{ start, end: start + projects.length },
  };
  return { ...kept, captions: (datesOf) => arrangedCaptions(kept, datesOf) };
}
