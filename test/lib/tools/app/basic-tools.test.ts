import { basicTools } from "@/lib/tools/app/basic-tools";
import { calculate } from "@/lib/tools/app/calculate";
import { compareTexts } from "@/lib/tools/app/compare-texts";
import { addToDate, daysBetween, timeIn, weekOf } from "@/lib/tools/app/dates";
import { argumentErrors } from "@/lib/tools/check-arguments";

test.each([
  ["0.1 + 0.2", "0.3"],
  ["340 * 12%", "40.8"],
  ["2^100", "1.2676506002282294015e+30"],
  ["5 km + 300 m to mile", "3.293267318857870039 mile"],
  ["20 degC to degF", "68 degF"],
  ["10 GiB to MB", "10737.41824 MB"],
  ["mean(3, 4, 8)", "5"],
  ["std([2, 4, 4, 4, 5, 5, 7, 9])", "2.1380899352993950775"],
  ["factorial(20)", "2432902008176640000"],
  ["combinations(49, 6)", "13983816"],
  ["hex(255)", '"0xff"'],
  ["a = 3; a * 4", "[12]"],
  ["7 > 3 ? 1 : 2", "1"],
  ["cos(60 deg)", "0.5"],
])("%s is %s", (expression, value) => {
  expect(calculate(expression)).toEqual({ value });
});

test.each([
  ["1:1000000000", "1:1e+9 cannot be used here."],
  ["zeros(1000000000)", "zeros(1e+9) cannot be used here."],
  ["import({})", "import({}) cannot be used here."],
  ["evaluate('1')", 'evaluate("1") cannot be used here.'],
  ['"a".constructor', '"a".constructor cannot be used here.'],
  ["cos.constructor", "cos.constructor cannot be used here."],
  ["f(x) = x; f(1)", "f(x) = x cannot be used here."],
  ["[1, 2][1]", "[1, 2][1] cannot be used here."],
  ["abs(ones(3))", "ones(3) cannot be used here."],
  ["(1 + 2", "Parenthesis ) expected (char 7)"],
  ["foo + 1", "Undefined symbol foo"],
  ["1".repeat(2001), "The expression has more than 2000 characters."],
])("%s has no value", (expression, problem) => {
  expect(calculate(expression)).toEqual({ problem });
});

test("two texts are compared by lines; a missing last line break is ignored", () => {
  expect(compareTexts("a\nb\nc", "a\nB\nc\n")).toBe(
    [
      "===================================================================",
      "--- before",
      "+++ after",
      "@@ -1,3 +1,3 @@",
      " a",
      "-b",
      "+B",
      " c",
      "",
    ].join("\n"),
  );
  expect(compareTexts("a", "a")).toBe("");
});

test.each([
  ["2026-01-31", { months: 1 }, "2026-02-28"],
  ["2024-02-29", { years: 1 }, "2025-02-28"],
  ["2026-11-26", { days: 90 }, "2027-02-24"],
  ["2026-03-01", { days: -1 }, "2026-02-28"],
  ["2026-05-31", { months: -14, days: 1 }, "2025-04-01"],
  ["0001-01-01", { days: -1 }, undefined],
  ["2026-02-30", { days: 1 }, undefined],
  ["2026-01-01", { years: 1e12 }, undefined],
])("%s and %j is %s", (date, steps, result) => {
  expect(addToDate(date, steps)).toBe(result);
});

test("days between dates, and weeks by ISO 8601", () => {
  expect(daysBetween("2026-11-26", "2026-12-24")).toBe(28);
  expect(daysBetween("2026-11-26", "2026-11-31")).toBeUndefined();
  expect(weekOf("2026-11-26")).toBe("Thursday, week 48 of 2026");
  expect(weekOf("2027-01-01")).toBe("Friday, week 53 of 2026");
});

test("the time in a zone", () => {
  const now = Date.UTC(2026, 10, 26, 13, 5, 9);
  expect(timeIn("Europe/Berlin", now)).toBe("Thursday, 2026-11-26 14:05:09 Europe/Berlin (UTC+01:00)");
  expect(timeIn("UTC", now)).toBe("Thursday, 2026-11-26 13:05:09 UTC (UTC+00:00)");
  expect(timeIn("Asia/Tokyo", now)).toBe("Thursday, 2026-11-26 22:05:09 Asia/Tokyo (UTC+09:00)");
  expect(timeIn("Nowhere/Land", now)).toBeUndefined();
});

test("tools run with arguments that match their schema, and name what is wrong", async () => {
  const tasks: unknown[] = [];
  const env = {
    now: () => Date.UTC(2026, 10, 26),
    timeZone: "UTC",
    fetchPage: async () => ({ failure: { text: "", problem: "network" as const } }),
    runCode: async () => ({ items: [] }),
    runTask: async (task: unknown) => {
      tasks.push(task);
      return { text: "42" };
    },
  };
  const context = { signal: new AbortController().signal, onProgress: () => undefined };
  async function run(name: string, args: Record<string, unknown>) {
    const tool = basicTools.find((each) => each.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    expect(await argumentErrors(args, tool.parameters)).toBeUndefined();
    return tool.run(args, env, context);
  }

  expect(await run("current_time", {})).toEqual({ text: "Thursday, 2026-11-26 00:00:00 UTC (UTC+00:00)" });
  expect(await run("current_time", { time_zone: "x" })).toEqual({ text: "Unknown time zone.", problem: "failed" });
  expect(await run("calculate_date", { date: "2026-11-26", days: 4, until: "2026-12-24" })).toEqual({
    text: "2026-11-30 (Monday, week 49 of 2026)\nDays until 2026-12-24: 24",
  });
  expect(await run("calculate_date", { date: "2026-13-01" })).toEqual({
    text: "The date does not exist, or the result is out of range.",
    problem: "failed",
  });
  expect(await run("calculate", { expression: "6 * 7" })).toEqual({ text: "42" });
  await run("compare_texts", { before: "a", after: "b" });
  expect(tasks).toEqual([
    { type: "calculate", expression: "6 * 7" },
    { type: "compare", before: "a", after: "b" },
  ]);
});
