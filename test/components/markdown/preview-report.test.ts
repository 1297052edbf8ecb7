import fc from "fast-check";
import { readPreviewReport } from "@/components/markdown/preview-report";

test.each([
  [
    { height: 240.4, title: " Tide \n clock " },
    { height: 240, title: "Tide clock" },
  ],
  [{ height: -5 }, { height: 80, title: "" }],
  [
    { height: 1e9, title: 7, url: "https://x.y" },
    { height: 600, title: "" },
  ],
  [
    { height: 100, title: "a".repeat(500) },
    { height: 100, title: "a".repeat(100) },
  ],
  // A long title is cut before it is searched.
  [
    { height: 100, title: `Tide${" ".repeat(500)}clock` },
    { height: 100, title: "Tide" },
  ],
  [{ height: Number.NaN }, null],
  [{ height: "100" }, null],
  [null, null],
  ["height", null],
])("reads a size within the limits and a title as text from %j @R7.5", (data, report) => {
  expect(readPreviewReport(data)).toEqual(report);
});

test("any message of a frame gives at most a size and a title @R7.5", () => {
  fc.assert(
    fc.property(fc.anything(), (data) => {
      const report = readPreviewReport(data);
      expect(report === null || Object.keys(report).join() === "height,title").toBe(true);
    }),
  );
});
