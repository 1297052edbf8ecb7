import { dayOf, type VersionKind } from "@/lib/settings/present-version";
import * as z from "@/lib/zod";

/** Minimum interval between automatic checks, in milliseconds. */
export const updateCheckMs = 7_200_000;

/** Maximum length of a version name, in characters. */
const maxVersionChars = 64;

/** A name that contains a number, on one line and without white space. */
const versionSchema = z.string().check(z.maxLength(maxVersionChars), z.regex(/^[\w.+-]*\d[\w.+-]*$/));
const tagsSchema = z.tuple([z.object({ name: versionSchema })], z.unknown());
const commitsSchema = z.tuple(
  [z.object({ commit: z.object({ author: z.object({ date: z.iso.datetime({ offset: true }) }) }) })],
  z.unknown(),
);

/**
 * Reads the newest version from a feed of tags or commits, newest first; undefined if the response is not such a feed.
 * The formats are those of https://docs.github.com/rest/repos
 */
export function readNewestVersion(kind: VersionKind, answer: unknown): string | undefined {
  if (kind === "tag") {
    const tags = z.safeParse(tagsSchema, answer);
    return tags.success ? tags.data[0].name : undefined;
  }
  const commits = z.safeParse(commitsSchema, answer);
  return commits.success ? dayOf(Date.parse(commits.data[0].commit.author.date)) : undefined;
}

/**
 * Whether a version is newer than another, compared part by part; numbers are compared by value, and a release is newer
 * than its pre-releases (`v2.1.0-beta`). An unknown version is neither newer nor older.
 */
export function isNewerVersion(version: string, than: string): boolean {
  if (!/\d/.test(version) || !/\d/.test(than)) return false;
  return compareVersions(version, than) > 0;
}

function compareVersions(one: string, other: string): number {
  const [core, early] = partsOf(one);
  const [otherCore, otherEarly] = partsOf(other);
  return (
    compareParts(core, otherCore) || Number(early === "") - Number(otherEarly === "") || compareParts(early, otherEarly)
  );
}

/** Returns a version without its `v`, and the part after its first hyphen. Build metadata (`+…`) is ignored. */
function partsOf(version: string): [core: string, early: string] {
  const [name = ""] = version.replace(/^v/i, "").split("+");
  const hyphen = name.indexOf("-");
  return hyphen === -1 ? [name, ""] : [name.slice(0, hyphen), name.slice(hyphen + 1)];
}

function compareParts(one: string, other: string): number {
  const parts = one.split(".");
  const others = other.split(".");
  for (let place = 0; place < Math.max(parts.length, others.length); place++) {
    const order = naturally.compare(parts[place] ?? "0", others[place] ?? "0");
    if (order !== 0) return order;
  }
  return 0;
}

const naturally = new Intl.Collator("en", { numeric: true });
