import type { StoredDocument } from "@/lib/export/backup-data";
import type { BackupReason } from "@/lib/storage/backups";

/** The request to the worker that makes backups. */
export interface CopyOrder {
  readonly reason: BackupReason;
  /** The documents of this device: a worker cannot read them. */
  readonly documents: Readonly<Record<string, StoredDocument>>;
}
