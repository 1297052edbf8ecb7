import fc from "fast-check";
import { presentVersion } from "@/lib/settings/present-version";
import { isNewerVersion, readNewestVersion } from "@/lib/settings/updates";

const commit = (date: unknown) => [{ commit: { author: { date } } }];

test.each([
  ["tag", [{ name: "v2.16.1" }, { name: "v2.9.0" }], "v2.16.1"],
  ["date", commit("2026-11-20T23:59:59Z"), "20261120"],
  ["date", commit("2026-11-20T23:59:59-05:00"), "20261121"],
] as const)("finds the newest version in a feed of the kind %s", (kind, answer, version) => {
  expect(readNewestVersion(kind, answer)).toBe(version);
});

test.each([
  ["tag", []],
  ["tag", null],
  ["tag", "v2"],
  ["tag", { name: "v2" }],
  ["tag", [{ name: 2 }]],
  ["tag", [{ name: "latest" }]],
  ["tag", [{ name: "v2 <b>now</b>" }]],
  ["tag", [{ name: "1".repeat(65) }]],
  ["tag", commit("2026-11-20T10:00:00Z")],
  ["date", [{ name: "v2" }]],
  ["date", commit("yesterday")],
  ["date", commit(1_700_000_000_000)],
  ["date", [{ commit: { author: null } }]],
] as const)("rejects as a feed of the kind %s: %j", (kind, answer) => {
  expect(readNewestVersion(kind, answer)).toBeUndefined();
});

test("never throws, whatever a feed returns", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom("tag" as const, "date" as const), (answer, kind) => {
      expect(["string", "undefined"]).toContain(typeof readNewestVersion(kind, answer));
    }),
  );
});

test.each([
  ["v2.16.1", "v2.9.0", true],
  ["v2.9.0", "v2.16.1", false],
  ["v2.9.0", "2.9.0", false],
  ["v2.9", "v2.9.0", false],
  ["v2.9.0.1", "v2.9.0", true],
  ["v3.0.0", "v3.0.0-beta", true],
  ["v3.0.0-beta", "v3.0.0", false],
  ["v3.0.0-beta.10", "v3.0.0-beta.9", true],
  ["v3.0.0+build.7", "v3.0.0", false],
  ["20261120", "20261119", true],
  ["", "v1.0.0", false],
  ["v1.0.0", "unknown", false],
] as const)("whether %s is newer than %s: %s", (version, than, isNewer) => {
  expect(isNewerVersion(version, than)).toBe(isNewer);
});

test("at most one of two versions is newer", () => {
  const version = fc.stringMatching(/^v?\d{1,3}(\.\d{1,3}){0,3}(-[a-z]{1,4}(\.\d)?)?$/);
  fc.assert(
    fc.property(version, version, (one, other) => {
      expect(isNewerVersion(one, other) && isNewerVersion(other, one)).toBe(false);
      expect(isNewerVersion(one, one)).toBe(false);
    }),
  );
});

test.each([
  ["tag", "v0.1.0"],
  ["date", "20261119"],
] as const)("the current version of the kind %s is %s", (kind, version) => {
  const commitDate = String(Date.parse("2026-11-19T22:00:00Z"));
  expect(presentVersion(kind, { version: "v0.1.0", commitDate })).toBe(version);
});

test("a build without a date has no version of the kind date", () => {
  expect(presentVersion("date", { version: "v0.1.0", commitDate: "unknown" })).toBe("unknown");
});
