import type { McpCommand } from "@/lib/tools/mcp/operator-wire";
import type { PresetProgram, PresetProperty } from "@/lib/tools/mcp/presets";

/** Values of a form, by property: a text or a list of texts. */
export type PresetValues = Readonly<Record<string, string | readonly string[]>>;

/** Returns the empty form of a program; a list starts with the minimum number of fields. */
export function emptyValues({ properties }: PresetProgram): PresetValues {
  const empty = ({ type, minItems, required }: PresetProperty) =>
    type === "array" ? Array<string>(Math.max(minItems, required ? 1 : 0)).fill("") : "";
  return Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, empty(property)]));
}

/** Returns the properties with missing values. */
export function missingProperties({ properties }: PresetProgram, values: PresetValues): string[] {
  return Object.entries(properties).flatMap(([key, { type, required, minItems }]) => {
    const least = type === "array" ? Math.max(minItems, required ? 1 : 0) : Number(required);
    return filledOf(values[key]).length < least ? [key] : [];
  });
}

/** Returns the command of a program with the form's values; empty values are skipped. */
export function commandOf({ command, baseArgs, mapping }: PresetProgram, values: PresetValues): McpCommand {
  const args = [...baseArgs];
  const env: Record<string, string> = {};
  const spreads: { readonly position: number; readonly filled: readonly string[] }[] = [];
  for (const [key, { type, position, key: variable }] of Object.entries(mapping)) {
    const filled = filledOf(values[key]);
    const [first] = filled;
    if (first === undefined) continue;
    if (type === "spread") spreads.push({ position, filled });
    else if (type === "single") args[position] = first;
    else if (variable !== "") env[variable] = first;
  }
  // From the last position, so that inserting a list does not move the position of another.
  for (const { position, filled } of spreads.toSorted((one, other) => other.position - one.position)) {
    args.splice(position, 0, ...filled);
  }
  return { command, args: args.map((arg) => arg ?? ""), env };
}

/** Returns the form values of a command: the inverse of `commandOf`. */
export function valuesOf(program: PresetProgram, { args, env }: McpCommand): PresetValues {
  const values: Record<string, string | readonly string[]> = { ...emptyValues(program) };
  const mapping = Object.entries(program.mapping);
  const spreads = mapping.filter(([, { type }]) => type === "spread");
  const rest = [...args];
  // Several lists cannot be distinguished, so the user must fill them in again.
  const [key, { position = 0 } = {}] = spreads.length === 1 ? (spreads[0] ?? []) : [];
  if (key !== undefined) {
    const inserted = rest.splice(position, Math.max(0, args.length - fixedLength(program)));
    if (inserted.length > 0) values[key] = inserted;
  }
  for (const [name, { type, position: place, key: variable }] of mapping) {
    if (type === "single") values[name] = rest[place] ?? "";
    else if (type === "env") values[name] = env[variable] ?? "";
  }
  return values;
}

/** Returns the number of arguments without those of lists. */
function fixedLength({ baseArgs, mapping }: PresetProgram): number {
  const places = Object.values(mapping).flatMap(({ type, position }) => (type === "single" ? [position + 1] : []));
  return Math.max(baseArgs.length, ...places);
}

function filledOf(value: string | readonly string[] | undefined): string[] {
  const texts = typeof value === "string" ? [value] : (value ?? []);
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}
