import { basePathCode, placeholder } from "./base-path.mjs";

/** Replaces the placeholder in a loaded part of a page. A new response has no URL, so it is set. */
const filledIn = `async (response) => {
  if (response.status !== 200) return response;
  const text = (await response.text()).replaceAll("${placeholder}", ${basePathCode});
  const filled = new Response(text, response);
  for (const name of ["url", "redirected"]) Object.defineProperty(filled, name, { value: response[name] });
  return filled;
}`;

/** Replacements in Next's router. The base path is unknown while pages are prerendered. */
const edits = [
  ["process.env.__NEXT_ROUTER_BASEPATH || ''", `typeof TURBOPACK_CHUNK_BASE_PATH === "string" ? ${basePathCode} : ""`],
  ["return fetch(input, init);", `return fetch(input, init).then(${filledIn});`],
];

/**
 * A bundler loader for the export. It makes Next's router read the base path from the page, and fill it into the parts
 * of pages that it loads (docs/decisions/0040).
 *
 * @param {string} source
 * @throws Error if another version of Next has different code.
 */
export default function routerBasePath(source) {
  const [found = "", instead = ""] = edits.find(([text = ""]) => source.split(text).length === 2) ?? [];
  if (!found) throw new Error("Next's router has changed: scripts/router-base-path.mjs does not know it.");
  return source.replace(found, () => instead);
}
