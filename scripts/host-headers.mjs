import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { commonHeaders, contentPolicy, framedPages, framedPolicy, openerPolicy } from "./security-headers.mjs";

/** @typedef {{ key: string, value: string }} Header */

/** @type {Header[]} */
const pageHeaders = [
  { key: "Content-Security-Policy", value: contentPolicy },
  { key: "X-Frame-Options", value: "DENY" },
  openerPolicy,
];
/** @type {Header[]} */
const framedHeaders = [
  { key: "Content-Security-Policy", value: framedPolicy },
  { key: "X-Frame-Options", value: "SAMEORIGIN" },
  { key: openerPolicy.key, value: "unsafe-none" },
];

/** Caching: files with content hashes in their names, and files that must be revalidated. */
const lasting = "public, max-age=31536000, immutable";
const fresh = "no-cache";

/**
 * Returns the `_headers` file of Netlify and Cloudflare Pages. They combine all matching rules, so no two of ours may
 * set the same header.
 *
 * @param {readonly string[]} pages the paths of the pages, with a slash at their ends
 */
export function headersFile(pages) {
  /** @type {[string, Header[]][]} */
  const rules = [
    ["/*", commonHeaders],
    ["/_next/static/*", [{ key: "Cache-Control", value: lasting }]],
    ["/serviceWorker.js", [{ key: "Cache-Control", value: fresh }]],
    ["/service-worker/*", [{ key: "Cache-Control", value: fresh }]],
    ...pages.map((path) => /** @type {[string, Header[]]} */ ([path, pageHeaders])),
    ...framedPages.map((path) => /** @type {[string, Header[]]} */ ([`/${path}`, framedHeaders])),
  ];
  const text = rules.map(([path, headers]) =>
    [path, ...headers.map(({ key, value }) => `  ${key}: ${value}`)].join("\n"),
  );
  return `${text.join("\n\n")}\n`;
}

/**
 * Writes that file into an export.
 *
 * @param {string} folder
 */
export function writeHeadersFile(folder) {
  const pages = /** @type {string[]} */ (readdirSync(folder, { recursive: true }))
    .filter((path) => /(^|\/)index\.html$/.test(path) && !framedPages.includes(path))
    .map((path) => (path === "index.html" ? "/" : `/${dirname(path)}/`))
    .sort();
  writeFileSync(join(folder, "_headers"), headersFile(pages));
}

/** Returns the nginx configuration for an export in `/srv/parley`. */
export function nginxRecipe() {
  const framed = `~/(${framedPages.map((path) => path.replaceAll(".", "\\.")).join("|")})$`;
  /** @type {(variable: string, of: number) => string} */
  const map = (variable, of) =>
    `map $uri ${variable} {
  default "${pageHeaders[of]?.value}";
  ${framed} "${framedHeaders[of]?.value}";
}`;
  const common = commonHeaders.map(({ key, value }) => `  add_header ${key} "${value}" always;`).join("\n");
  return `${map("$content_policy", 0)}
${map("$framing", 1)}
${map("$opener", 2)}
map $uri $caching {
  default "${fresh}";
  ~/_next/static/ "${lasting}";
}
server {
  listen 80;
  root /srv/parley;
  error_page 404 /404.html;
${common}
  add_header Content-Security-Policy $content_policy always;
  add_header X-Frame-Options $framing always;
  add_header Cross-Origin-Opener-Policy $opener always;
  add_header Cache-Control $caching always;
}`;
}

/** Returns the Caddy configuration for an export in `/srv/parley`. */
export function caddyRecipe() {
  const line = (/** @type {Header} */ { key, value }) => `    ${key} "${value}"`;
  const paths = framedPages.map((path) => `*/${path}`).join(" ");
  return `chat.example {
  root * /srv/parley
  file_server
  handle_errors {
    rewrite * /404.html
    file_server
  }
  @framed path ${paths}
  @pages not path ${paths}
  @lasting path */_next/static/*
  @fresh not path */_next/static/*
  header {
${commonHeaders.map(line).join("\n")}
  }
  header @pages {
${pageHeaders.map(line).join("\n")}
  }
  header @framed {
${framedHeaders.map(line).join("\n")}
  }
  header @lasting Cache-Control "${lasting}"
  header @fresh Cache-Control "${fresh}"
}`;
}
