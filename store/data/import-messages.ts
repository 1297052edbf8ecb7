import type { ErrorCode } from "@/lib/errors";
import type { StoredDocument } from "@/lib/export/backup-data";
import type { DocumentState, FormatId, NotUnderstood, NotUnderstoodReason } from "@/lib/import/imported";
import type { ImportPlan } from "@/lib/import/plan";
import type { ImportWorld } from "@/store/data/import-context";
import type { ChangedRecords } from "@/store/records/journal";

/** What an import would bring, without the records: those stay where they were read. */
export interface ImportReport extends Pick<ImportPlan, "chats" | "messages" | "newDrafts"> {
  readonly format: FormatId;
  /** The settings, credentials, masks and prompts of the file, by storage key. */
  readonly documents: Readonly<Record<string, DocumentState>>;
  /** How many pieces were not understood, and the first of them. */
  readonly notUnderstood: { readonly count: number; readonly first: readonly NotUnderstood[] };
}

/** Whether nothing at all of a file was understood. */
export function isNothing({ chats, messages, documents, notUnderstood }: ImportReport): boolean {
  return notUnderstood.count > 0 && chats.found + messages.found + Object.keys(documents).length === 0;
}

/** What came of reading a file. */
export type ImportPreview =
  | { readonly ok: true; readonly report: ImportReport }
  | { readonly ok: false; readonly reason: NotUnderstoodReason };

/** What the page asks of the worker that imports: first to read, then, if the user agrees, to write. */
export type ImportRequest =
  | { readonly type: "read"; readonly file: Blob; readonly world: ImportWorld }
  | ({ readonly type: "write" } & ImportOrder);

/** How what was read is written. */
export interface ImportOrder {
  /** The documents of this device, for the copy that is kept. */
  readonly documents: Readonly<Record<string, StoredDocument>>;
  /** True: the chats become those of the file, and what is here besides goes. */
  readonly isReplacing: boolean;
}

/** What the worker answers. */
export type ImportAnswer =
  /** The share of the file that has been read, from 0 to 1. */
  | { readonly type: "progress"; readonly share: number }
  | { readonly type: "read"; readonly preview: ImportPreview }
  /** Some of what was written, for the other tabs. */
  | { readonly type: "changed"; readonly changed: ChangedRecords }
  | { readonly type: "written" }
  | {
      readonly type: "failed";
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, string | number>>;
    };
