import { isRecord } from "@/lib/json";
/**
 * Sets one value in the JSON text of a call's arguments; a piece of a string is appended to the existing string.
 *
 * Lists grow by one entry at a time: a position beyond the next one is ignored. Text that is not JSON is unchanged.
 */
export function setArgument(
  argumentsText: string,
  path: readonly (string | number)[],
  value: string | number | boolean | null,
): string {
  try {
    return JSON.stringify(setAt(JSON.parse(argumentsText || "{}"), path, value));
  } catch {
    return argumentsText;
  }
}

function setAt(target: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return typeof target === "string" && typeof value === "string" ? target + value : value;
  if (typeof key === "number") {
    const list: readonly unknown[] = Array.isArray(target) ? target : [];
    return key > list.length ? list : list.toSpliced(key, 1, setAt(list[key], rest, value));
  }
  const record = isRecord(target) ? target : {};
  return { ...record, [key]: setAt(Object.hasOwn(record, key) ? record[key] : undefined, rest, value) };
}
