import { readFileSync } from "node:fs";

// Prints the part of CHANGELOG.md about a version: `node scripts/release-notes.mjs v1.2.3`. Fails for an unknown version.
const version = (process.argv[2] ?? "").replace(/^v/, "");
const notes = notesOf(readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8"), version);
if (notes === undefined) {
  console.error(`CHANGELOG.md has no heading "## ${version}".`);
  process.exitCode = 1;
} else process.stdout.write(`${notes}\n`);

/**
 * Returns the entries below the heading of a version; undefined without the heading or without entries. The heading may
 * have a date after the version.
 *
 * @param {string} changelog
 * @param {string} version
 */
function notesOf(changelog, version) {
  const [, ...parts] = changelog.split(/^## /m);
  const part = parts.find((text) => text.split(/\s/, 1)[0] === version);
  return part?.slice(part.indexOf("\n")).trim() || undefined;
}
