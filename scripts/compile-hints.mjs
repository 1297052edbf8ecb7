import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Asks a browser to compile all functions of a file while it arrives, off the main thread, instead of each when it is
 * first called (https://v8.dev/blog/explicit-compile-hints). Browsers that do not know it read a comment.
 */
export const compileHint = "//# allFunctionsCalledOnLoad\n";

/** Files below this length, in characters, are compiled in a moment either way. */
const shortest = 100_000;

/**
 * Puts the hint before the long ones of the files that every page runs from its start: React and the router
 * (docs/decisions/0045).
 *
 * @param {string} build the folder in which Next has built
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
