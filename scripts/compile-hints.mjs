import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";

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

/**
 * Wraps the modules of all chunks.
 *
 * @param {string} files the folder that is served as `/_next`
 */
export function wrapChunks(files) {
  const folder = join(files, "static/chunks");
  const names = /** @type {string[]} */ (readdirSync(folder, { recursive: true })).filter((name) => /\.js$/.test(name));
  let count = 0;
  for (const path of names.map((name) => join(folder, name))) {
    const chunk = readFileSync(path, "utf8");
    const wrapped = wrapModules(chunk);
    if (wrapped === chunk) continue;
    writeFileSync(path, wrapped);
    count += 1;
  }
  if (count === 0) throw new Error("No chunk has modules that can be wrapped.");
}

/**
 * The start of a module: its ids and its parameters, behind the previous module or the head of the chunk. Minified, the id
 * 521000 is `521e3`.
 */
const moduleStart = /(void 0,|\},)((?:[\de]+,)+)((?:[\w$]+|\([\w$,]*\))=>\{)/g;

/** The start of a chunk. Other files, such as the runtime, do more than registering modules. */
const chunkStart = "(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push([";

/** The end of a chunk. */
const chunkEnd = /\}\]\);?\s*(?:\/\/# sourceMappingURL=\S+\s*)?$/;

/**
 * Returns a chunk of Turbopack with its modules in parentheses. Chromium compiles functions in parentheses while a file
 * downloads, off the main thread. Others it parses twice: while it downloads, then on the main thread when they are called,
 * and every module of the first screen is called. The functions in the modules are still compiled when they are called.
 *
 * A chunk that has another form stays as it is.
 *
 * @param {string} chunk
 */
export function wrapModules(chunk) {
  if (!chunk.includes(chunkStart) || !chunkEnd.test(chunk)) return chunk;
  const wrapped = chunk
    .replace(moduleStart, (_, before, ids, start) => `${before === "}," ? "})," : before}${ids}(${start}`)
    .replace(chunkEnd, (end) => end.replace("}", "})"));
  const modules = modulesIn(chunk);
  return modules !== undefined && modules === modulesIn(wrapped) ? wrapped : chunk;
}

/**
 * Returns the ids and the code of a chunk's modules; undefined if it is not valid. A chunk only registers them.
 *
 * @param {string} chunk
 */
function modulesIn(chunk) {
  /** @type {{ TURBOPACK: unknown[][] }} */
  const page = { TURBOPACK: [] };
  try {
    runInNewContext(chunk, page);
    return JSON.stringify(page.TURBOPACK.map((list) => list.map(String)));
  } catch {
    return undefined;
  }
}
