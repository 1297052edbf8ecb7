import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Hints the browser to compile all functions of a file while it downloads, off the main thread, instead of each at its
 * first call (https://v8.dev/blog/explicit-compile-hints). Other browsers ignore the comment.
 */
export const compileHint = "//# allFunctionsCalledOnLoad\n";

/** Minimum length of a file with a hint, in characters; shorter ones compile fast anyway. */
const shortest = 100_000;

/**
 * Adds the hint to the long files that every page runs at its start: React and the router (docs/decisions/0045).
 *
 * @param {string} build the folder of Next's build
 * @param {string} files the folder that is served as `/_next`
 */
export function addCompileHints(build, files) {
  const { rootMainFiles } = JSON.parse(readFileSync(join(build, "build-manifest.json"), "utf8"));
  const found = (Array.isArray(rootMainFiles) ? rootMainFiles : [])
    .map((file) => ({ path: join(files, file), text: readFileSync(join(files, file), "utf8") }))
    .filter(({ text }) => text.length >= shortest);
  if (found.length === 0) throw new Error("No long file runs from the start.");
  for (const { path, text } of found) if (!text.startsWith(compileHint)) writeFileSync(path, compileHint + text);
}
