import { ownBrand } from "@/lib/brand/brand";
import { setBrand } from "@/lib/platform/brand";
import { isAutomaticSyncOn, isDailyBackupDue, watchTurns } from "@/store/app/maintenance";
import { useTurns } from "@/store/turns/turns";

const hour = 60 * 60_000;
const noon = Date.UTC(2026, 0, 2, 12);

test.each([
  ["nothing is stored", [], 0, false],
  ["there is no backup yet", [], 1, true],
  ["the last backup is older than a day", [{ at: noon - 25 * hour, reason: "daily" as const }], 1, true],
  ["the last backup is from today", [{ at: noon - 23 * hour, reason: "daily" as const }], 1, false],
  [
    "the last backup is from next year, because the clock was set back",
    [{ at: noon + 365 * 24 * hour, reason: "daily" as const }],
    1,
    true,
  ],
  ["only an import made a backup today", [{ at: noon - hour, reason: "import" as const }], 1, true],
  ["there are a million messages", [], 1_000_000, true],
])("checks whether a daily backup is due: %s", (_case, backups, messages, isDue) => {
  expect(isDailyBackupDue(backups, messages, noon)).toBe(isDue);
});

test.each([
  ["it is switched on", '{"state":{"isAutomatic":true},"version":1}', [], true],
  ["it is switched off", '{"state":{"isAutomatic":false},"version":1}', [], false],
  ["no setting is stored", null, [], false],
  ["no screen can switch it off", '{"state":{"isAutomatic":true},"version":1}', ["sync"], false],
] as const)("checks whether automatic sync is on: %s", (_case, stored, hidden, isSynced) => {
  setBrand({ ...ownBrand, hidden }, []);
  expect(isAutomaticSyncOn({ getItem: (key) => (key === "sync" ? stored : null) })).toBe(isSynced);
});

test("runs after each reply once, including those that ended before it was loaded", () => {
  useTurns.setState({ ended: ["early"] });
  const seen: string[] = [];
  const stop = watchTurns(useTurns, (replyId) => seen.push(replyId));
  useTurns.setState({ ended: ["early", "second"] });
  useTurns.setState({ unseen: { a: true } });
  useTurns.setState({ ended: ["early", "second", "third", "fourth"] });
  stop();
  expect(seen).toEqual(["early", "second", "third", "fourth"]);
});
