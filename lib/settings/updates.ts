import * as v from "valibot";
import { dayOf, type VersionKind } from "@/lib/settings/present-version";

/** How long a check is not repeated by itself, in milliseconds. */
export const updateCheckMs = 7_200_000;

/** How long the name of a version may be, in characters. */
const maxVersionChars = 64;

/** A name with a number in it, on one line and without blanks. */
const versionSchema = v.pipe(v.string(), v.maxLength(maxVersionChars), v.regex(/^[\w.+-]*\d[\w.+-]*$/));
const tagsSchema = v.looseTuple([v.object({ name: versionSchema })]);
const commitsSchema = v.looseTuple([
  v.object({ commit: v.object({ author: v.object({ date: v.pipe(v.string(), v.isoTimestamp()) }) }) }),
]);

/**
 * Reads the newest version from a feed of tags or commits, the newest first; nothing where the answer is no such feed.
 * The shapes are those of https://docs.github.com/rest/repos
 */
export function readNewestVersion(kind: VersionKind, answer: unknown): string | undefined {
  if (kind === "tag") {
    const tags = v.safeParse(tagsSchema, answer);
    return tags.success ? tags.output[0].name : undefined;
  }
  const commits = v.safeParse(commitsSchema, answer);
  return commits.success ? dayOf(Date.parse(commits.output[0].commit.author.date)) : undefined;
}

/**
 * Whether a version is newer than another: part by part, numbers by their size, and what is released is newer than
 * what came before its release (`v2.1.0-beta`). What is not known is newer than nothing and older than nothing.
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

/** A version without its `v`, and what stands behind its first hyphen. Builds (`+…`) are not told apart. */
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
