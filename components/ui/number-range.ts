/** The bounds of a number, and its step by keyboard. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Parses a typed number, with a point or a comma; undefined if it is not a number. */
export function readNumber(text: string): number | undefined {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && Number.isFinite(number) ? number : undefined;
}

/** Returns the nearest number within the bounds. */
export function clampNumber(value: number, { min, max }: NumberRange): number {
  return Math.min(max, Math.max(min, value));
}

/** Returns the nearest allowed number: within the bounds, and whole if the step is. */
export function nearestAllowed(value: number, range: NumberRange): number {
  return clampNumber(Number.isInteger(range.step) ? Math.round(value) : value, range);
}

/** Returns the number after an arrow key (one step) or a page key (ten); undefined for another key. */
export function numberAfterKey(key: string, value: number, range: NumberRange): number | undefined {
  const steps = stepsOfKey.get(key);
  return steps === undefined ? undefined : clampNumber(addSteps(value, steps, range.step), range);
}

const stepsOfKey: ReadonlyMap<string, number> = new Map([
  ["ArrowUp", 1],
  ["ArrowDown", -1],
  ["PageUp", 10],
  ["PageDown", -10],
]);

/** Adds with the decimals of the step and the value, so that .1 and .2 make .3. */
function addSteps(value: number, steps: number, step: number): number {
  const decimals = Math.max(decimalsOf(value), decimalsOf(step));
  return Number((value + steps * step).toFixed(decimals));
}

function decimalsOf(value: number): number {
  return String(value).split(".")[1]?.length ?? 0;
}
