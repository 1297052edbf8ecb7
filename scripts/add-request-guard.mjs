import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileHeaders, serverHeaders } from "./security-headers.mjs";

/** Returns headers as an object of JSON. */
function jsonOf(headers) {
  return JSON.stringify(Object.fromEntries(headers.map(({ key, value }) => [key, value])));
}

/**
 * Adds the guard to a built standalone server.
 *
 * @param {string} folder the folder of the server
 * @param {string} files the folder of the files of the build, within the other
 * @param {string} basePath
 */
export function addRequestGuard(folder, files, basePath = "") {
  const file = `${folder}/server.js`;
  for (const name of ["request-guard.mjs", "static-files.mjs"])
    cpSync(fileURLToPath(new URL(name, import.meta.url)), join(folder, name));
  const prefix = `${basePath}/_next/static/`;
  const front = [
    'import http from "node:http";',
    'import { join } from "node:path";',
    'import { guardServers, portProblem, writeJsonLines } from "./request-guard.mjs";',
    'import { staticFileServer } from "./static-files.mjs";',
    "writeJsonLines(console);",
    "const problem = portProblem(process.env.PORT);",
    "if (problem) {",
    "  console.error(problem);",
    "  process.exit(1);",
    "}",
    `const files = join(import.meta.dirname, ${JSON.stringify(files)});`,
    `const sendFile = staticFileServer(files, ${JSON.stringify(prefix)}, ${jsonOf(fileHeaders)});`,
    `guardServers(http, ${JSON.stringify(basePath)}, ${jsonOf(serverHeaders)}, { sendFile });`,
  ];
  writeFileSync(file, `${front.join("\n")}\n${readFileSync(file, "utf8")}`);
}
