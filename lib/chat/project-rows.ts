import type { ListCaption } from "@/lib/chat/list-captions";
import { type ListRow, projectRowId } from "@/lib/chat/list-row";
import type { Project } from "@/lib/chat/project";
import { type ChatSession, pinnedCountOf } from "@/lib/chat/session";

/** The rows of the chat list: pinned chats, projects with their chats, other chats. */
export interface Arrangement {
  readonly rows: readonly ListRow[];
  /** Indexes of the first row of the projects, and of the first one after them. */
  readonly start: number;
  readonly end: number;
}

/**
 * Arranges chats in their projects. Pinned chats stay at the top. A chat of an unknown project is listed among those
 * without a project. A folded project shows the open chat only.
 *
 * @param listed the chats in list order
 * @param projects the projects in list order
 */
export function arrangeChats(
  listed: readonly ChatSession[],
  projects: readonly Project[],
  { unfolded, currentId }: { readonly unfolded: ReadonlySet<string>; readonly currentId: string },
): Arrangement {
  const start = pinnedCountOf(listed);
  const chatsOf = new Map<string | undefined, ChatSession[]>(projects.map(({ id }) => [id, []]));
  const others: ChatSession[] = [];
  for (let place = start; place < listed.length; place++) {
    const chat = listed[place] as ChatSession;
    (chatsOf.get(chat.projectId) ?? others).push(chat);
  }
  const rows: ListRow[] = listed.slice(0, start);
  for (const project of projects) {
    const chats = chatsOf.get(project.id) ?? [];
    const isFolded = !unfolded.has(project.id);
    rows.push({ id: projectRowId(project.id), project, count: chats.length, isFolded });
    for (const chat of chats) if (!isFolded || chat.id === currentId) rows.push(chat);
  }
  const end = rows.length;
  for (const chat of others) rows.push(chat);
  return { rows, start, end };
}

/** Returns the captions of arranged rows: a line above the projects, dates above the chats without a project. */
export function arrangedCaptions(
  { rows, start, end }: Arrangement,
  datesOf: (chats: readonly ChatSession[]) => readonly ListCaption[],
): ListCaption[] {
  const dates = datesOf(rows.slice(end) as ChatSession[]);
  const captions: ListCaption[] = start > 0 ? [{ kind: "pinned", index: 0 }] : [];
  if (start > 0 && end > start) captions.push({ kind: "line", index: start });
  if (end < rows.length && end > 0 && dates[0]?.index !== 0) captions.push({ kind: "line", index: end });
  return [...captions, ...dates.map((caption) => ({ ...caption, index: caption.index + end }))];
}
