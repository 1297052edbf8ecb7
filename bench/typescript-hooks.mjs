import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadBindings, transform } from "next/dist/build/swc/index.js";

// Hooks with which Node loads the app's modules: it resolves their paths and compiles them with Next's compiler.
const root = new URL("../", import.meta.url);
const options = { jsc: { parser: { syntax: "typescript" }, target: "es2022" } };
await loadBindings();

export function resolve(specifier, context, next) {
  return next(specifier.startsWith("@/") ? new URL(`${specifier.slice(2)}.ts`, root).href : specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), "utf8"), options);
  return { format: "module", source: code, shortCircuit: true };
}
