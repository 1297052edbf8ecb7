/** A JSON object from outside whose values have not been validated. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Parses text from outside; `revive` can replace each value. Returns `undefined` if the text is not JSON. Never throws.
 */
export function parseJson(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

/** Prints a parsed value as JSON. Returns `undefined` if it is nested too deeply. Never throws. */
export function printJson(value: unknown, indentation?: number): string | undefined {
  try {
    return JSON.stringify(value, null, indentation);
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a JSON object, else an empty object. */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** Returns the value if it is an array, else an empty array. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value if it is a string, else an empty string. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
