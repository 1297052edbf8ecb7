import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Pages that cannot be opened directly, and the administrator's, which needs the server. */
const unlisted = /^_(not-found|global-error)|^404|^admin$/;

/**
 * Files of `public/` that the worker does not cache. Sandboxes bypass it, a sign-in needs the network, licenses and
 * crawler rules are not needed offline. The decoder of HEIC photos, the character tables of old PDF files and the engines that run
 * code are large and rarely used.
 */
const unkept =
  /^(analytics|diagram|heif|pdf|run|service-worker)\/|^(preview\.html|robots\.txt|serviceWorker\.js|oauth\.(html|js))$|LICENSE|^\./;

/**
 * The files of a build: paths relative to its own, and parts of pages as `[page, part]`. The core is what the app needs to
 * open offline: the paths of its pages and of the files that they load first. `first` is the part of the core that a chat
 * needs. Each list of `alternatives` has the chunks of one dynamic import, of which a page loads one.
 *
 * @typedef {{ files: string[], parts: [string, string][], first: string[], core: string[], alternatives: string[][] }} ShellFiles
 */

/** The pages that a chat needs. */
const firstPages = ["index", "chat"];

/** The pages of the core. */
const corePages = [...firstPages, "settings"];

/** Public files that a chat needs. */
const firstPublic = ["config.json", "manifest.webmanifest"];

/** Public files of the core. */
const corePublic = [...firstPublic, "favicon.svg", "icon-192.png"];

/**
 * Returns the scripts and style sheets that pages load first.
 *
 * @param {string[]} pages paths of HTML files
 */
function firstFilesOf(pages) {
  const html = pages.filter((path) => existsSync(path)).map((path) => readFileSync(path, "utf8"));
  const names = html.flatMap((text) => text.match(/_next\/static\/[\w./~-]+?\.(?:js|css)/g) ?? []);
  return [...new Set(names)].sort();
}

/** @param {string} folder */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

const isCode = (/** @type {string} */ path) => /\.(js|css)$/.test(path);
const codeIn = (/** @type {string} */ folder) =>
  filesIn(folder)
    .filter(isCode)
    .map((path) => `_next/static/${path}`);
const publicFiles = () => filesIn("public").filter((path) => !unkept.test(path));

/** A dynamic import in a chunk of Turbopack: the id of the loading module and the list of chunks. */
export const dynamicImport = /(\d+),\(?e=>\{e\.v\(t=>Promise\.all\(\[([^\]]*)\]\.map\(t=>e\.l\(t\)\)/g;

/**
 * Returns the chunks that replace each other. Turbopack writes the code of a dynamic import more than once if its
 * importers have different modules loaded already. Which one a page loads depends on which importer runs first. A worker
 * has lists of its own, of which a page loads none.
 *
 * @param {string} folder the folder of the build's static files
 * @param {string[]} first the files that the pages load first
 * @returns {string[][]}
 */
function alternativesIn(folder, first) {
  /** @type {Map<string, Set<string>>} */
  const lists = new Map();
  const found = new Set(first);
  for (const path of found) {
    const file = join(folder, relative("_next/static", path));
    if (!path.endsWith(".js") || !existsSync(file)) continue;
    for (const [, id = "", list = ""] of readFileSync(file, "utf8").matchAll(dynamicImport)) {
      lists.set(id, (lists.get(id) ?? new Set()).add(list));
      for (const chunk of chunksIn(list)) found.add(chunk);
    }
  }
  return [...lists.values()].filter(({ size }) => size > 1).map((each) => differing([...each].map(chunksIn)));
}

const chunksIn = (/** @type {string} */ list) =>
  (list.match(/static\/[\w./~-]+/g) ?? []).map((path) => `_next/${path}`);

/**
 * Returns what is in some but not all lists.
 *
 * @param {string[][]} lists
 */
function differing(lists) {
  return [...new Set(lists.flat())].filter((path) => !lists.every((list) => list.includes(path))).sort();
}

/**
 * Lists the files of an export, where parts of pages are files.
 *
 * @param {string} folder
 * @returns {ShellFiles}
 */
export function exportedShell(folder) {
  const pages = filesIn(folder)
    .filter((path) => !path.startsWith("_next/") && /(^|\/)(index\.html|[^/]*\.txt)$/.test(path))
    .filter((path) => !unlisted.test(path) && !unkept.test(path) && !path.startsWith("rescue/"));
  const files = pages.map((path) => path.replace(/index\.html$/, ""));
  const needed = (/** @type {string[]} */ names) => [
    ...files.filter((path) => !path.includes("/") || names.includes(path.split("/")[0] ?? "")),
    ...firstFilesOf(names.map((page) => join(folder, page === "index" ? "" : page, "index.html"))),
  ];
  return {
    files: [...files, ...codeIn(join(folder, "_next/static")), ...publicFiles()],
    parts: [],
    first: [...needed(firstPages), ...firstPublic],
    core: [...needed(corePages), ...corePublic],
    alternatives: alternativesIn(
      join(folder, "_next/static"),
      firstFilesOf(files.filter((path) => !/\.txt$/.test(path)).map((path) => join(folder, path, "index.html"))),
    ),
  };
}

/**
 * Lists the files that a server build in `folder` serves. Below a base path the first page has no trailing slash, and
 * is outside the worker's scope.
 *
 * @param {string} folder
 * @param {string} [basePath]
 * @returns {ShellFiles}
 */
export function servedShell(folder, basePath = "") {
  const app = join(folder, "server/app");
  const pages = readdirSync(app)
    .filter((name) => name.endsWith(".html"))
    .map((name) => name.slice(0, -".html".length))
    .filter((page) => !unlisted.test(page) && !(basePath && page === "index"))
    .sort();
  const address = (/** @type {string} */ page) => (page === "index" ? "" : page);
  const partsOf = (/** @type {string} */ page) =>
    filesIn(join(app, `${page}.segments`)).map((path) => `/${path.slice(0, -".segment.rsc".length)}`);
  const needed = (/** @type {string[]} */ names) => [
    ...pages.filter((page) => names.includes(page)).map(address),
    ...firstFilesOf(names.map((page) => join(app, `${page}.html`))),
  ];
  return {
    files: [...pages.map(address), ...codeIn(join(folder, "static")), ...publicFiles()],
    parts: pages.flatMap((page) =>
      ["", ...partsOf(page)].map((part) => /** @type {[string, string]} */ ([address(page), part])),
    ),
    first: [...needed(firstPages), ...firstPublic],
    core: [...needed(corePages), ...corePublic],
    alternatives: alternativesIn(join(folder, "static"), firstFilesOf(pages.map((page) => join(app, `${page}.html`)))),
  };
}

/** The subjects of the worker, each in a file of its own. They are served as one, because each file is a request. */
const workerScripts = ["notifications", "pictures", "shell"];

/**
 * Writes the worker's script, which contains the list of files and the code that reads it. Its version is the build's,
 * so each build is a newer worker, which its page then offers.
 *
 * @param {string} publicFolder the folder of the build's static files
 * @param {ShellFiles} shell
 * @param {string} buildId
 */
export function writeShellFiles(publicFolder, shell, buildId) {
  const version = createHash("sha256")
    .update(JSON.stringify([buildId, shell]))
    .digest("hex")
    .slice(0, 16);
  mkdirSync(join(publicFolder, "service-worker"), { recursive: true });
  const list = `self.shell = ${JSON.stringify({ version, buildId, ...shell })};\n`;
  const code = workerScripts.map((name) => readFileSync(`public/service-worker/${name}.js`, "utf8"));
  writeFileSync(join(publicFolder, "service-worker/built.js"), [list, ...code].join(""));
}

/** @param {string} folder */
export function buildIdOf(folder) {
  return readFileSync(join(folder, "BUILD_ID"), "utf8").trim();
}
