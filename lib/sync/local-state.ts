/** What stands on this device. */
export type LocalCell =
  | {
      readonly value: unknown;
      /** When it came to be, in milliseconds: its time where it was never synced. */
      readonly since: number;
    }
  /** It is being written, cannot be read, or is not to be synced: it stays as it is, here and elsewhere. */
  | "busy";

/** All that stands on this device, by the names of groups and cells. Deleted chats are not among it. */
export type LocalState = ReadonlyMap<string, ReadonlyMap<string, LocalCell>>;
