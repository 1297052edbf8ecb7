/** What JSON text from outside may hold before it has been looked at. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Parses text from outside, each value changed by `revive`; answers `undefined` for what is not JSON. Never throws. */
export function parseJson(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

/** Prints what was parsed; answers `undefined` for what nests too deep to be printed. Never throws. */
export function printJson(value: unknown, indentation?: number): string | undefined {
  try {
    return JSON.stringify(value, null, indentation);
  } catch {
    return undefined;
  }
}

/** Tells a JSON object from lists, texts, numbers and nothing. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a JSON object, else an empty one. */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** Returns the value if it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value if it is text, else the empty text. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
