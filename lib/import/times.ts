import { boundedMilliseconds, boundedTime } from "@/lib/fields/time";

/** Numbers below this are seconds; as milliseconds, it is in spring 1973. */
const minMilliseconds = 1e11;

/**
 * Returns a time of an export in milliseconds since the epoch, from seconds, milli-, micro- or nanoseconds, as numbers
 * or text, or from ISO text. Returns undefined for times outside 1970 to 2200.
 */
export function readTime(value: unknown): number | undefined {
  if (typeof value === "number") return timeOfNumber(value);
  if (typeof value !== "string" || value === "") return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return timeOfNumber(Number(value));
  // Only ISO text is parsed in the same way by every browser. Without a zone it means UTC.
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?\s?(Z|[+-]\d\d:?\d\d)?)?$/.exec(value);
  if (!iso) return undefined;
  const [, day, clock = "00:00", fraction = "", zone = "Z"] = iso;
  const time = Date.parse(
    `${day}T${clock}${clock.length === 5 && fraction ? ":00" : ""}${fraction.slice(0, 4)}${zone}`,
  );
  return boundedMilliseconds(time) || undefined;
}

function timeOfNumber(value: number): number | undefined {
  const time = boundedTime(value > 0 && value < minMilliseconds ? value * 1000 : value);
  return Math.round(time) || undefined;
}
