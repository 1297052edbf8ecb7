/** The stored rows of a chat, without validation. */
interface ChatRows {
  readonly session: unknown;
  readonly messages: readonly unknown[];
}

/**
 * Returns a backup file with the stored rows of one chat, from which an import reads the valid parts. Values that JSON
 * cannot represent are written as text.
 */
export function damagedChatBackup({ session, messages }: ChatRows, exportedAt: number): string {
  const file = { $format: "parley", $version: 1, exportedAt, sessions: [session], messages };
  const ancestors: unknown[] = [];
  return JSON.stringify(
    { ...file, tombstones: [], documents: {}, blobs: [] },
    function writable(this: unknown, _name: string, value: unknown): unknown {
      if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) return String(value);
      if (typeof value !== "object" || value === null) return value;
      // The database can store cycles, which JSON rejects.
      while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
      if (ancestors.includes(value)) return "[circular]";
      ancestors.push(value);
      return value;
    },
    1,
  );
}
