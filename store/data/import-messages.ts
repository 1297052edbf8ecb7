import type { Project } from "@/lib/chat/project";
import type { ErrorCode } from "@/lib/errors";
import type { StoredDocument } from "@/lib/export/backup-data";
import type { DocumentState, FormatId, NotUnderstood, NotUnderstoodReason } from "@/lib/import/imported";
import type { ImportPlan } from "@/lib/import/plan";
import { newProjects, projectsOfChats } from "@/lib/import/projects-of-chats";
import type { ImportWorld } from "@/store/data/import-context";
import type { ChangedRecords } from "@/store/records/journal";

/** The content of an import, without the records, which stay in the worker. */
export interface ImportReport extends Pick<ImportPlan, "chats" | "messages" | "newDrafts"> {
  readonly format: FormatId;
  /** The settings, credentials, masks and prompts of the file, by storage key. */
  readonly documents: Readonly<Record<string, DocumentState>>;
  /** Ids of the projects that the chats of the file are in. */
  readonly projectIds: readonly string[];
  /** The number of pieces that were not understood, and the first of them. */
  readonly notUnderstood: { readonly count: number; readonly first: readonly NotUnderstood[] };
}

/** Whether a file contains nothing that can be imported. */
export function isNothing({ chats, messages, documents, notUnderstood }: ImportReport): boolean {
  return notUnderstood.count > 0 && chats.found + messages.found + Object.keys(documents).length === 0;
}

/** Returns the projects that come with the chats of a file and are not known on this device. */
export function newProjectsIn({ documents, projectIds }: ImportReport, known: ReadonlyMap<string, unknown>): Project[] {
  return newProjects(projectsOfChats(documents, projectIds), known);
}

/** The result of reading a file. */
export type ImportPreview =
  | { readonly ok: true; readonly report: ImportReport }
  | { readonly ok: false; readonly reason: NotUnderstoodReason };

/** Requests to the import worker: first to read, then, if the user agrees, to write. */
export type ImportRequest =
  | { readonly type: "read"; readonly file: Blob; readonly world: ImportWorld }
  | ({ readonly type: "write" } & ImportOrder);

/** The way in which the content is written. */
export interface ImportOrder {
  /** The documents of this device, for the backup before the import. */
  readonly documents: Readonly<Record<string, StoredDocument>>;
  /** Whether chats that are not in the file are deleted. */
  readonly isReplacing: boolean;
}

/** Replies of the import worker. */
export type ImportAnswer =
  /** The share of the file that has been read, from 0 to 1. */
  | { readonly type: "progress"; readonly share: number }
  | { readonly type: "read"; readonly preview: ImportPreview }
  /** Some of the written records, for the other tabs. */
  | { readonly type: "changed"; readonly changed: ChangedRecords }
  | { readonly type: "written" }
  | {
      readonly type: "failed";
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, string | number>>;
    };
