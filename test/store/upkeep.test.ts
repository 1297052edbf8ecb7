import { isCopyDue } from "@/store/upkeep";

const hour = 60 * 60_000;
const noon = Date.UTC(2026, 0, 2, 12);

test.each([
  ["nothing is stored", [], 0, false],
  ["nothing was copied yet", [], 1, true],
  ["the last copy is older than a day", [{ at: noon - 25 * hour, reason: "daily" as const }], 1, true],
  ["the last copy is of today", [{ at: noon - 23 * hour, reason: "daily" as const }], 1, false],
  [
    "the last copy is of next year, as the clock went back",
    [{ at: noon + 365 * 24 * hour, reason: "daily" as const }],
    1,
    true,
  ],
  ["only an import was copied today", [{ at: noon - hour, reason: "import" as const }], 1, true],
  ["there are a million messages", [], 1_000_000, true],
])("where %s", (_case, backups, messages, isDue) => {
  expect(isCopyDue(backups, messages, noon)).toBe(isDue);
});
