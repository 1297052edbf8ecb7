import type { ImportContext } from "@/lib/import/imported";
import type { JsonRecord } from "@/lib/providers/json";

/** What steps may ask besides the state itself. */
export interface StepWorld {
  readonly context: ImportContext;
  /** The model settings of the file's own `app-config`, as far as it has any. */
  readonly modelConfig: JsonRecord;
  /** The unsent texts of the file, by the id of their chat in the file. */
  readonly drafts?: ReadonlyMap<string, string>;
}

/** One row of the specification's table of migrations. Steps may run on a state that has been through them. */
export interface Step {
  /** The version to which the step leads. */
  readonly to: number;
  readonly name: string;
  /** Tells by its shape that a state is older; where no shape tells, never. */
  isDue(state: JsonRecord, world: StepWorld): boolean;
  migrate(state: JsonRecord, world: StepWorld): JsonRecord;
}

/** Puts defaults under what is there. */
export function under(defaults: JsonRecord, state: JsonRecord): JsonRecord {
  return { ...defaults, ...state };
}

/** Returns a record without some of its fields. */
export function without(state: JsonRecord, ...names: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !names.includes(name)));
}
