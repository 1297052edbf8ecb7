import fc from "fast-check";
import type { UsageRow } from "@/store/admin/admin-api";
import { daySums, largestSums, newestFirst, usageCsv } from "@/store/admin/usage-table";

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
    { name: "2026-11-27", tokens: 120 },
    { name: "2026-11-28", tokens: 15 },
  ]);
  expect(newestFirst(rows).map(({ day, model }) => [day, model])).toEqual([
    ["2026-11-28", "acme-1"],
    ["2026-11-27", "b"],
    ["2026-11-27", "acme-1"],
  ]);
});

test("sums codes and models, with the most tokens first", () => {
  const rows = [
    row(),
    row({ day: "2026-11-28", model: "b", outputTokens: 90 }),
    row({ code: "signed ben", inputTokens: 500 }),
  ];
  const others = { count: 0, tokens: 0 };
  expect(largestSums(rows, "code")).toEqual({
    sums: [
      { name: "signed ben", tokens: 505 },
      { name: "signed ada", tokens: 115 },
    ],
    others,
  });
  expect(largestSums(rows, "model")).toEqual({
    sums: [
      { name: "acme-1", tokens: 520 },
      { name: "b", tokens: 100 },
    ],
    others,
  });
});

test("of 10,000 codes, the largest are shown, and the others together", () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => row({ code: `signed ${index}`, inputTokens: index }));
  const { sums, others } = largestSums(rows, "code");
  expect([sums.length, sums[0]]).toEqual([20, { name: "signed 9999", tokens: 10_004 }]);
  const all = rows.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  expect(others).toEqual({ count: 9980, tokens: all - sums.reduce((sum, { tokens }) => sum + tokens, 0) });
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
