import type { BackupData, BackupOptions } from "@/lib/export/backup-data";
import { withoutCredentials } from "@/lib/settings/without-credentials";

/** The version of the format; a reader refuses a newer one. Raised when the same names come to mean something else. */
const formatVersion = 1;

/**
 * Writes everything as one JSON object in pieces, a record a line (docs/backup-format.md), so that a history of any
 * size never stands in one text.
 */
export function* parleyBackup(data: BackupData, { withCredentials }: BackupOptions): Generator<string> {
  yield `{"$format":"parley","$version":${formatVersion},"exportedAt":${data.exportedAt},\n`;
  yield* listOf("sessions", data.sessions);
  yield* listOf("messages", data.messages);
  yield* listOf("tombstones", data.tombstones);
  yield '"documents":{';
  let separator = "\n";
  for (const [key, { version, state }] of Object.entries(data.documents)) {
    yield `${separator}${JSON.stringify(key)}:`;
    yield JSON.stringify({ version, state: withCredentials ? state : withoutCredentials(state) });
    separator = ",\n";
  }
  // Images will stand here as records of their own once they are stored so.
  yield '\n},\n"blobs":[]}\n';
}

function* listOf(name: string, records: Iterable<unknown>): Generator<string> {
  yield `"${name}":[`;
  let separator = "\n";
  for (const record of records) {
    yield separator + JSON.stringify(record);
    separator = ",\n";
  }
  yield "\n],\n";
}
