/** A cell on this device. */
export type LocalCell =
  | {
      readonly value: unknown;
      /** Time of creation, in milliseconds since the epoch: used for a cell that was never synced. */
      readonly since: number;
      /** Whether the cell is as the operator has added it: its value is not the user's work. */
      readonly isUntouched?: boolean;
    }
  /** The cell is being written, is invalid, or must not be synced: it remains unchanged on both sides. */
  | "busy";

/** All cells on this device, by group name and cell name, without deleted chats. */
export type LocalState = ReadonlyMap<string, ReadonlyMap<string, LocalCell>>;
