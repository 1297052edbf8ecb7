import type { Project } from "@/lib/chat/project";
import type { ChatSession } from "@/lib/chat/session";

/** A project as a row of the chat list. */
export interface ProjectRow {
  /** The project's id with a prefix, because a chat may have the same id. */
  readonly id: string;
  readonly project: Project;
  /** Number of its chats below it. */
  readonly count: number;
  readonly isFolded: boolean;
}

/** A row of the chat list. Only chats have a `mask`. */
export type ListRow = ChatSession | ProjectRow;

/** Returns the id of a project's row. */
export function projectRowId(projectId: string): string {
  return `project:${projectId}`;
}

/** Whether a row of the list is a chat. */
export function isChatRow(row: ListRow): row is ChatSession {
  return "mask" in row;
}
