import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Scripts that stand in a page; those of a file of their own are allowed by where they come from. */
const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Returns from where a page may take what it runs and shows: its scripts from our own files and those of its own that the
 * build has written into it, by their hashes. A person may name any provider, and allow any image (docs/decisions/0035).
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
    "connect-src 'self' data: blob: https: http: wss: ws:",
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}

/**
 * Returns a page with its policy, ahead of everything that it loads. Only the encoding stands before it, which counts within
 * the first bytes of a page alone.
 *
 * @param {string} page
 */
export function withPolicy(page) {
  const policy = `<meta http-equiv="Content-Security-Policy" content="${pagePolicy(page)}"/>`;
  return page.replace(/<head>(<meta charSet="utf-8"\/>)?/, (start) => start + policy);
}

/**
 * Writes their policies into the pages that a build has made; nothing where there is no such folder.
 *
 * @param {string} folder
 * @param {(path: string) => boolean} [isOurs] tells apart pages that have policies of their own
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
