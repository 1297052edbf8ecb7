/** Numbers below this are seconds: as milliseconds it is the spring of 1973. */
const leastMilliseconds = 1e11;

/** The latest moment that a date may name. */
const latest = 8.64e15;

/** Reads a moment as exports write it: seconds, milliseconds or ISO text; answers milliseconds. */
export function readTime(value: unknown): number | undefined {
  if (typeof value === "number") return timeOfNumber(value);
  if (typeof value !== "string" || value === "") return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return timeOfNumber(Number(value));
  // Only ISO text says the same in every browser. Without a zone it means Greenwich.
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?\s?(Z|[+-]\d\d:?\d\d)?)?$/.exec(value);
  if (!iso) return undefined;
  const [, day, clock = "00:00", fraction = "", zone = "Z"] = iso;
  const time = Date.parse(
    `${day}T${clock}${clock.length === 5 && fraction ? ":00" : ""}${fraction.slice(0, 4)}${zone}`,
  );
  return Number.isNaN(time) ? undefined : time;
}

function timeOfNumber(value: number): number | undefined {
  if (!Number.isFinite(value) || value <= 0 || value > latest) return undefined;
  return Math.round(value < leastMilliseconds ? value * 1000 : value);
}
