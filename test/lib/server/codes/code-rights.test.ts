import { readRights } from "@/lib/server/codes/code-rights";

test("rights that are not named are those of every code", () => {
  expect(readRights({})).toEqual({ rights: { features: ["images", "voice", "tools"] } });
});

test("rights are read completely", () => {
  const rights = {
    name: "Ada Lovelace",
    models: "-all,+gpt-5@openai",
    providers: ["openai", "302.AI"],
    features: ["tools", "own-keys"],
    expires: 1_800_000_000,
    perMinute: 10,
    atOnce: 2,
  };
  expect(readRights(rights)).toEqual({ rights });
});

test.each([
  ["2027-01-31", Date.UTC(2027, 1, 1) / 1000],
  ["2028-02-29", Date.UTC(2028, 2, 1) / 1000],
  ["2027-01-31T12:00Z", Date.UTC(2027, 0, 31, 12) / 1000],
  ["2027-01-31T12:00:30+02:00", Date.UTC(2027, 0, 31, 10, 0, 30) / 1000],
])("a code that expires %s ends at %i", (expires, seconds) => {
  expect(readRights({ expires })).toMatchObject({ rights: { expires: seconds } });
});

test.each<[keyof Parameters<typeof readRights>[0] & string, readonly unknown[]]>([
  ["name", ["", "  ", 7, "x".repeat(61), "a\u202eb", "a\u0000b", "line\nbreak", null]],
  ["models", ["", ",", "-", "@openai", 7, "a".repeat(1001), "gpt\n5", ["gpt-5"], Array(101).fill("a").join()]],
  ["providers", [[], "openai", [""], [7], ["openai", "openai"], Array.from({ length: 31 }, (_, index) => `p${index}`)]],
  ["features", ["tools", ["video"], ["tools", "tools"], ["Tools"], [null]]],
  ["expires", ["soon", "2027-02-31", "2027-13-01", "2027-01-31T12:00", "", -1, 0, 1.5, 1e15, "9999-12-31", null]],
  ["perMinute", [0, -1, 1.5, "10", 100_001, Number.NaN, Number.POSITIVE_INFINITY, null]],
  ["atOnce", [0, "2", 10_001, true]],
])("an invalid value of %s is named", (field, values) => {
  for (const value of values) expect(readRights({ [field]: value })).toEqual({ invalid: [field] });
});

test("other fields are refused without their names, which may be a code", () => {
  expect(readRights({ perminute: 10, perMinute: 0, tokensPerDay: 5 })).toEqual({ invalid: ["unknown", "perMinute"] });
});
