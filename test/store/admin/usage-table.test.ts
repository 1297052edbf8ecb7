import fc from "fast-check";
import type { UsageRow } from "@/store/admin/admin-api";
import { daySums, newestFirst, usageCsv } from "@/store/admin/usage-table";

const row = (patch: Partial<UsageRow> = {}): UsageRow => ({
  day: "2026-11-27",
  code: "signed ada",
  model: "acme-1",
  requests: 1,
  inputTokens: 10,
  outputTokens: 5,
  isEstimated: false,
  ...patch,
});

test("sums days and sorts rows", () => {
  const rows = [row(), row({ model: "b", inputTokens: 100 }), row({ day: "2026-11-28" })];
  expect(daySums(rows)).toEqual([
    { day: "2026-11-27", requests: 2, tokens: 120 },
    { day: "2026-11-28", requests: 1, tokens: 15 },
  ]);
  expect(newestFirst(rows).map(({ day, model }) => [day, model])).toEqual([
    ["2026-11-28", "acme-1"],
    ["2026-11-27", "b"],
    ["2026-11-27", "acme-1"],
  ]);
});

test("writes CSV, and no cell that a spreadsheet would calculate", () => {
  const rows = [
    row({ cost: 2_500_000 }),
    row({ model: '=HYPERLINK("http://x","a")', code: "@ada", isEstimated: true }),
    row({ model: "a,b\r\nc", code: "-1+1" }),
  ];
  expect(usageCsv(rows, "EUR").split("\r\n2026").join("\n2026")).toBe(
    [
      "day,code,model,requests,inputTokens,outputTokens,cost EUR,isEstimated",
      "2026-11-27,signed ada,acme-1,1,10,5,2.5,false",
      `2026-11-27,'@ada,"'=HYPERLINK(""http://x"",""a"")",1,10,5,,true`,
      `2026-11-27,'-1+1,"a,b\r\nc",1,10,5,,false\r\n`,
    ].join("\n"),
  );
});

test("no text begins a cell as a formula", () => {
  fc.assert(
    fc.property(fc.constantFrom("=", "+", "-", "@", "|", "%", "\t", "\r", " =", "\n="), fc.string(), (start, rest) => {
      const [, line = ""] = /^[^\r]*\r\n([\s\S]*)$/.exec(usageCsv([row({ code: start + rest })], "USD")) ?? [];
      const cell = line.slice("2026-11-27,".length).replace(/^"/, "");
      expect(/^\s*[=+\-@|%]/.test(cell) && !/^-?\d/.test(cell)).toBe(false);
    }),
  );
});
