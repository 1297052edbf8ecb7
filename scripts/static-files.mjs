import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Media types of the files of a build, and whether they are compressed already. */
const types = {
  ".css": { type: "text/css; charset=utf-8" },
  ".js": { type: "text/javascript; charset=utf-8" },
  ".json": { type: "application/json; charset=utf-8" },
  ".map": { type: "application/json; charset=utf-8" },
  ".svg": { type: "image/svg+xml" },
  ".ttf": { type: "font/ttf" },
  ".wasm": { type: "application/wasm" },
  ".woff": { type: "font/woff", isCompressed: true },
  ".woff2": { type: "font/woff2", isCompressed: true },
};

/** Encodings of compressed copies, the smallest first, with the endings of their files. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
];

/** Minimum length of a file with compressed copies, in bytes: a shorter one is sent in one packet anyway. */
const minLength = 1024;

/** Qualities of Brotli: the best makes files 7 % smaller, and takes 35 times as long. */
const quality = { best: constants.BROTLI_MAX_QUALITY, fast: 6 };

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Returns the names of the static files that pages load at their start, from the folder of the pages. */
export function filesOfPages(pages) {
  const texts = filesIn(pages)
    .filter((path) => path.endsWith(".html"))
    .map((path) => readFileSync(path, "utf8"));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/\/_next\/static\/([\w./~-]+)/g)].map(([, name = ""]) => name)),
  );
}

/**
 * Writes compressed copies beside the files of a folder.
 *
 * @param {string} folder
 * @param {ReadonlySet<string>} first names of files that first visits wait for; they are compressed best
 */
export function compressFiles(folder, first = new Set()) {
  for (const path of filesIn(folder)) {
    const entry = types[extname(path)];
    if (!entry || entry.isCompressed || statSync(path).size < minLength) continue;
    const content = readFileSync(path);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: first.has(nameIn(folder, path)) ? quality.best : quality.fast,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}

/** Returns the name of a file in a folder, with slashes. */
function nameIn(folder, path) {
  return path.slice(folder.length + 1).replaceAll(sep, "/");
}

/** Returns the encodings that an Accept-Encoding header allows by name. */
function acceptedEncodings(header = "") {
  const parts = header.split(",").map((part) => part.trim().toLowerCase());
  return parts.filter((part) => !/;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(";")[0].trim());
}

/**
 * Returns a function that answers requests for the files of a build, whose names change with their content. It returns
 * false for everything else. Next would compress each file anew for each request.
 *
 * @param {string} folder the folder with the files and their compressed copies
 * @param {string} prefix the path of the folder's address, with a slash at its end
 * @param {Record<string, string>} headers headers of every response
 */
export function staticFileServer(folder, prefix, headers) {
  const paths = new Set(filesIn(folder));
  const files = new Map();
  for (const path of paths) {
    const entry = types[extname(path)];
    if (!entry) continue;
    const name = nameIn(folder, path);
    const copies = encodings.filter(([, ending]) => paths.has(path + ending));
    files.set(prefix + name, { path, type: entry.type, etag: `W/"${name}"`, copies });
  }

  return (request, response) => {
    const file = files.get(request.url.split("?")[0]);
    if (!file || (request.method !== "GET" && request.method !== "HEAD")) return false;
    void answer(file, request, response, headers);
    return true;
  };
}

async function answer({ path, type, etag, copies }, request, response, headers) {
  const accepted = acceptedEncodings(request.headers["accept-encoding"]);
  const [encoding, ending = ""] = copies.find(([name]) => accepted.includes(name)) ?? [];
  const caching = {
    ...headers,
    "cache-control": "public, max-age=31536000, immutable",
    etag,
    ...(copies.length > 0 && { vary: "Accept-Encoding" }),
  };
  if (request.headers["if-none-match"]?.includes(etag)) {
    response.writeHead(304, caching).end();
    return;
  }
  try {
    const content = await readFile(path + ending);
    const about = { "content-type": type, "content-length": content.length };
    response.writeHead(200, { ...caching, ...about, ...(encoding && { "content-encoding": encoding }) });
    response.end(request.method === "HEAD" ? undefined : content);
  } catch (error) {
    console.error(`Static file: ${error.code ?? error.message}`);
    response.writeHead(500, { ...headers, "content-length": "0" }).end();
  }
}
