import type { ImportContext } from "@/lib/import/imported";
import type { JsonRecord } from "@/lib/json";

/** Inputs of a migration besides the state itself. */
export interface StepContext {
  readonly context: ImportContext;
  /** Model settings of the file's own `app-config`, as far as it has any. */
  readonly modelConfig: JsonRecord;
  /** Unsent texts of the file, by chat id. */
  readonly drafts?: ReadonlyMap<string, string>;
}

/** One migration. It may run on a state that is already migrated. */
export interface Step {
  /** Target version of the migration. */
  readonly to: number;
  readonly name: string;
  /** Whether a state is older, by its shape; always false if the shape does not show it. */
  isDue(state: JsonRecord, stepContext: StepContext): boolean;
  migrate(state: JsonRecord, stepContext: StepContext): JsonRecord;
}

/** Adds defaults for missing fields. */
export function under(defaults: JsonRecord, state: JsonRecord): JsonRecord {
  return { ...defaults, ...state };
}

/** Returns a record without some of its fields. */
export function without(state: JsonRecord, ...names: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !names.includes(name)));
}
