import type { ToolOutcome } from "@/lib/chat/tool";
import type { AppTool, Arguments } from "@/lib/tools/app/app-tool";
import { addToDate, daysBetween, timeIn, weekOf } from "@/lib/tools/app/dates";
import { maxComparedChars, maxExpressionChars } from "@/lib/tools/app/limits";

/** Time limit of a calculation or comparison, in milliseconds. */
const maxTaskMs = 3000;

const dateSchema = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$", description: "A date such as 2026-11-26." };
const stepSchema = (unit: string) => ({ type: "integer", description: `Number of ${unit} to add; may be negative.` });

/** Tools for what models get wrong: the time, dates, numbers and differences of texts. They run in the browser. */
export const basicTools: readonly AppTool[] = [
  {
    name: "current_time",
    description:
      "Returns the current date and time with the day of the week, in the user's time zone or in another one.",
    parameters: {
      type: "object",
      properties: { time_zone: { type: "string", maxLength: 60, description: "An IANA zone such as Asia/Tokyo." } },
      additionalProperties: false,
    },
    isReading: true,
    runsUnasked: true,
    run: async ({ time_zone }, { now, timeZone }) => {
      const text = timeIn(typeof time_zone === "string" ? time_zone : timeZone, now());
      return text === undefined ? { text: "Unknown time zone.", problem: "failed" } : { text };
    },
  },
  {
    name: "calculate_date",
    description:
      "Adds years, months and days to a date, or counts the days until another date. Also returns the day of the week and the ISO week.",
    parameters: {
      type: "object",
      properties: {
        date: dateSchema,
        years: stepSchema("years"),
        months: stepSchema("months"),
        days: stepSchema("days"),
        until: { ...dateSchema, description: "Returns the number of days from the date to this one." },
      },
      required: ["date"],
      additionalProperties: false,
    },
    isReading: true,
    runsUnasked: true,
    run: async (args) => calculateDate(args),
  },
  {
    name: "calculate",
    description:
      "Calculates an expression exactly, with units: `0.1 + 0.2`, `340 * 12%`, `sqrt(2)`, `5 km + 300 m to mile`, " +
      "`20 degC to degF`, `mean(3, 4, 8)`, `hex(255)`. Several statements are separated by `;`.",
    parameters: {
      type: "object",
      properties: { expression: { type: "string", minLength: 1, maxLength: maxExpressionChars } },
      required: ["expression"],
      additionalProperties: false,
    },
    isReading: true,
    runsUnasked: true,
    run: ({ expression }, { runTask }, { signal }) =>
      runTask({ type: "calculate", expression: String(expression) }, { signal, maxMs: maxTaskMs }),
  },
  {
    name: "compare_texts",
    description: "Returns the differences between two texts, line by line, as a unified diff.",
    parameters: {
      type: "object",
      properties: {
        before: { type: "string", maxLength: maxComparedChars },
        after: { type: "string", maxLength: maxComparedChars },
      },
      required: ["before", "after"],
      additionalProperties: false,
    },
    isReading: true,
    runsUnasked: true,
    run: ({ before, after }, { runTask }, { signal }) =>
      runTask({ type: "compare", before: String(before), after: String(after) }, { signal, maxMs: maxTaskMs }),
  },
];

function calculateDate({ date, years, months, days, until }: Arguments): ToolOutcome {
  const result = addToDate(String(date), { years: step(years), months: step(months), days: step(days) });
  if (result === undefined)
    return { text: "The date does not exist, or the result is out of range.", problem: "failed" };
  const lines = [`${result} (${weekOf(result)})`];
  if (until !== undefined) {
    const count = daysBetween(result, String(until));
    if (count === undefined) return { text: "The date in `until` does not exist.", problem: "failed" };
    lines.push(`Days until ${String(until)}: ${count}`);
  }
  return { text: lines.join("\n") };
}

function step(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
