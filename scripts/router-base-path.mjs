import { basePathCode, placeholder } from "./base-path.mjs";

/** Fills the path into a part of a page that was loaded. A new response has no address, so it is given one. */
const filledIn = `async (response) => {
  if (response.status !== 200) return response;
  const text = (await response.text()).replaceAll("${placeholder}", ${basePathCode});
  const filled = new Response(text, response);
  for (const name of ["url", "redirected"]) Object.defineProperty(filled, name, { value: response[name] });
  return filled;
}`;

/** What is found in Next's router, and what stands in its place. While pages are made, there is no path yet. */
const edits = [
  ["process.env.__NEXT_ROUTER_BASEPATH || ''", `typeof TURBOPACK_CHUNK_BASE_PATH === "string" ? ${basePathCode} : ""`],
  ["return fetch(input, init);", `return fetch(input, init).then(${filledIn});`],
];

/**
 * A loader of the bundler for the export: Next's router asks the page for the path under which it is served, and fills it
 * into the parts of pages that it loads (docs/decisions/0040).
 *
 * @param {string} source
 * @throws Error where another version of Next says it in other words.
 */
export default function routerBasePath(source) {
  const [found = "", instead = ""] = edits.find(([text = ""]) => source.split(text).length === 2) ?? [];
  if (!found) throw new Error("Next's router has changed: scripts/router-base-path.mjs does not know it.");
  return source.replace(found, () => instead);
}
