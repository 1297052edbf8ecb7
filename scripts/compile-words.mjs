import { loadBindings, transform } from "next/dist/build/swc/index.js";

/**
 * A bundler loader that compiles the messages of a locale file at build time, so that browsers neither load nor run a
 * parser (docs/decisions/0004).
 */
export default async function compileWords(source) {
  const { default: compile } = await import("icu-minify/compile");
  await loadBindings();
  const { code } = await transform(source, { jsc: { parser: { syntax: "typescript" }, target: "es2022" } });
  const { default: words } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const compiled = Object.entries(words).map(([namespace, messages]) => [
    namespace,
    Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, compile(message)])),
  ]);
  return `export default ${JSON.stringify(Object.fromEntries(compiled))};`;
}
