import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Inline scripts of a page; scripts in files are allowed by their origin. */
const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Returns the content security policy of a page: scripts from our files, and its inline scripts by hash. Users may add
 * any provider and allow any image (docs/decisions/0035).
 *
 * @param {string} page
 */
export function pagePolicy(page) {
  const hashes = [...page.matchAll(inlineScript)].map(
    ([, text]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...new Set(hashes)].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "media-src 'self' data: blob: https: http:",
    "font-src 'self' data: https: http:",
    // The page of the desktop app reaches its shell by these addresses, of which the second is that of Windows.
    `connect-src 'self' data: blob: https: http: wss: ws:${process.env.BUILD_APP ? " ipc: http://ipc.localhost" : ""}`,
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}

/**
 * Returns a page with its policy before anything that it loads. Only the charset comes first, because it must be within
 * the first bytes of a page.
 *
 * @param {string} page
 */
export function withPolicy(page) {
  const policy = `<meta http-equiv="Content-Security-Policy" content="${pagePolicy(page)}"/>`;
  return page.replace(/<head>(<meta charSet="utf-8"\/>)?/, (start) => start + policy);
}

/**
 * Writes policies into the pages of a build; no-op if the folder does not exist.
 *
 * @param {string} folder
 * @param {(path: string) => boolean} [isOurs] false for pages that have their own policy
 */
export function writePolicies(folder, isOurs = () => true) {
  if (!existsSync(folder)) return;
  for (const path of /** @type {string[]} */ (readdirSync(folder, { recursive: true }))) {
    if (!path.endsWith(".html") || !isOurs(path)) continue;
    const file = join(folder, path);
    const page = readFileSync(file, "utf8");
    if (!page.includes('http-equiv="Content-Security-Policy"')) writeFileSync(file, withPolicy(page));
  }
}
