import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Placeholder in an export for its base path, until a page knows that path (docs/decisions/0040). */
export const placeholder = "/__base-path__";

/** Code that returns the base path in a page and in its workers. The bundler reads the variable, too. */
export const basePathCode = 'TURBOPACK_CHUNK_BASE_PATH.slice(0,-"/_next/".length)';

/**
 * Returns the app's base path, from a page's own path: without the name of the page's folder.
 *
 * It is converted to text, so it may not use outer variables. Two leading slashes would name a host.
 *
 * @param {string} pathname
 * @param {string} folder that of the page, empty for the first one
 */
export function basePathOf(pathname, folder) {
  const path = pathname.replace(/\/+/g, "/").replace(/\/(index\.html)?$/, "");
  return folder !== "" && path.endsWith(`/${folder}`) ? path.slice(0, -folder.length - 1) : path;
}

/**
 * Returns the base path on a host's page for unknown URLs: the first parent path that contains a file of the app. It is
 * converted to text, like the function above. It blocks, because the page cannot render before.
 *
 * @param {string} pathname
 * @param {string} file
 */
export function foundBasePath(pathname, file) {
  const names = pathname.split("/").filter(Boolean).slice(0, 8);
  const paths = ["", ...names.map((_name, at) => `/${names.slice(0, at + 1).join("/")}`)];
  const has = (/** @type {string} */ path) => {
    try {
      const request = new XMLHttpRequest();
      request.open("HEAD", path + file, false);
      request.send();
      return request.status === 200;
    } catch {
      return false;
    }
  };
  return paths.find(has) ?? "";
}

const inlineScript = /<script>([\s\S]*?)<\/script>/g;
const tag = /<(?:link|script)\b[^>]*>(?:<\/script>)?/g;
/** A part of a page's React tree, which the page's scripts read as text. */
const treePart = /^(self\.__next_f\.push\(\[1,)("(?:[^"\\]|\\.)*")(\]\))$/;

const hasPlaceholder = (/** @type {string} */ text) => text.includes(placeholder);
const filledIn = (/** @type {string} */ literal) => `${literal}.replaceAll("${placeholder}",${basePathCode})`;
const quoted = (/** @type {string} */ text) => JSON.stringify(text).replaceAll("<", "\\u003c");
const writing = (/** @type {readonly string[]} */ tags) => `document.write(${filledIn(quoted(tags.join("")))})`;

/**
 * Returns a page of an export that detects its base path. Its first script then writes the tags that contain addresses,
 * so that the page equals that of a build for this path.
 *
 * @param {string} page
 * @param {string} find code that returns the path
 * @throws Error if an address is where it cannot be filled in.
 */
export function withFoundBasePath(page, find) {
  const [whole = "", start = "", head = "", body = ""] =
    /^([\s\S]*?<head>(?:<meta charSet="utf-8"\/>)?)([\s\S]*?)(<\/head>[\s\S]*)$/.exec(page) ?? [];
  const written = (head.match(tag) ?? []).filter(hasPlaceholder);
  const first = `<script>TURBOPACK_CHUNK_BASE_PATH=${find}+"/_next/";${writing(written)}</script>`;
  const rest = body
    .replace(tag, (found) => (hasPlaceholder(found) ? `<script>${writing([found])}</script>` : found))
    .replace(inlineScript, (script, text) => {
      const [, before, literal = "", after] = treePart.exec(text) ?? [];
      if (before && hasPlaceholder(literal)) checkTree(JSON.parse(literal));
      return before && hasPlaceholder(literal) ? `<script>${before}${filledIn(literal)}${after}</script>` : script;
    });
  checkPlaces(whole);
  return start + first + head.replace(tag, (found) => (hasPlaceholder(found) ? "" : found)) + rest;
}

/** @param {string} page */
function checkPlaces(page) {
  const others = page.replace(inlineScript, (script, text) => (treePart.test(text) ? "" : script)).replace(tag, "");
  if (hasPlaceholder(others)) throw new Error(`An address in a page cannot be filled in: ${around(others)}`);
}

/**
 * A page's tree contains the lengths of its longer texts, which may not change.
 *
 * @param {string} tree
 */
function checkTree(tree) {
  for (const { 0: start, 1: length = "", index } of tree.matchAll(/[\da-f]+:T([\da-f]+),/g)) {
    const from = Buffer.from(tree.slice(index + start.length));
    const text = from.subarray(0, Number.parseInt(length, 16)).toString();
    if (hasPlaceholder(text)) throw new Error(`An address in a text of fixed length: ${around(text)}`);
  }
}

/** @param {string} text */
function around(text) {
  const at = text.indexOf(placeholder);
  return text.slice(Math.max(0, at - 100), at + 60);
}

/**
 * Makes the pages of an export detect their base path.
 *
 * @param {string} folder
 */
export function writeFoundBasePaths(folder) {
  for (const path of /** @type {string[]} */ (readdirSync(folder, { recursive: true }))) {
    const file = join(folder, path);
    if (path.endsWith(".txt")) checkTree(readFileSync(file, "utf8"));
    if (path.endsWith(".css") && hasPlaceholder(readFileSync(file, "utf8")))
      throw new Error(`${path} is not relative.`);
    if (!path.endsWith(".html")) continue;
    const page = readFileSync(file, "utf8");
    if (hasPlaceholder(page)) writeFileSync(file, withFoundBasePath(page, findCode(path, page)));
  }
}

/**
 * @param {string} path
 * @param {string} page
 */
function findCode(path, page) {
  const call = (/** @type {(...given: any[]) => string} */ find, /** @type {string} */ given) =>
    `(${find.toString()})(location.pathname,${JSON.stringify(given)})`;
  if (!/^(404|_not-found)/.test(path)) return call(basePathOf, dirname(path) === "." ? "" : dirname(path));
  const sheet = new RegExp(`href="${placeholder}(/_next/static/[^"]+\\.css)"`).exec(page)?.[1];
  if (!sheet) throw new Error(`${path} has no file to look for.`);
  return call(foundBasePath, sheet);
}
