import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addCompileHints, wrapChunks, wrapModules } from "../../scripts/compile-hints.mjs";

const texts = { react: `run(${"r".repeat(100_000)})`, short: "run(short)", screen: `run(${"s".repeat(100_000)})` };

let build = "";

beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), "hints-"));
  mkdirSync(join(build, "static/chunks"), { recursive: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(build, `static/chunks/${name}.js`), text);
});
afterEach(() => rmSync(build, { recursive: true }));

const listed = (rootMainFiles: unknown) =>
  writeFileSync(join(build, "build-manifest.json"), JSON.stringify({ rootMainFiles }));
const textOf = (name: string) => readFileSync(join(build, `static/chunks/${name}.js`), "utf8");

test("marks the long files that every page runs to be compiled while they arrive, once even if a build is finished twice", () => {
  listed(["static/chunks/react.js", "static/chunks/short.js"]);
  addCompileHints(build, build);
  addCompileHints(build, build);
  expect([textOf("react"), textOf("short"), textOf("screen")]).toEqual([
    `//# allFunctionsCalledOnLoad\n${texts.react}`,
    texts.short,
    texts.screen,
  ]);
});

test.each([[undefined], [[]], [["static/chunks/short.js"]]])("a build that lists no such file (%p) fails", (files) => {
  listed(files);
  expect(() => addCompileHints(build, build)).toThrow("No long file runs from the start.");
});

const head =
  '(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push(["object"==typeof document?document.currentScript:void 0,';

test("wraps the modules of a chunk in parentheses, so that they are compiled while it arrives", () => {
  const chunk = `${head}12,e=>{"use strict";f(e,{})},34,5e3,(e,t,r)=>{r.a={b:()=>{}}}]);`;
  expect(wrapModules(chunk)).toBe(`${head}12,(e=>{"use strict";f(e,{})}),34,5e3,((e,t,r)=>{r.a={b:()=>{}}})]);`);
  expect(wrapModules(wrapModules(chunk))).toBe(wrapModules(chunk));
});

test.each([
  ["another file", "run()"],
  ["a module with a list like that of a chunk", `${head}12,e=>{f([{},34,t=>{}])}]);`],
  ["a module that is not a block", `${head}12,e=>{f()},34,e=>g(e),56,e=>{h()}]);`],
])("leaves %s as it is", (_name, chunk) => {
  expect(wrapModules(chunk)).toBe(chunk);
});

test("wraps the chunks of a build", () => {
  expect(() => wrapChunks(build)).toThrow("No chunk has modules that can be wrapped.");
  writeFileSync(join(build, "static/chunks/chunk.js"), `${head}12,e=>{f()}]);`);
  wrapChunks(build);
  expect([textOf("chunk"), textOf("screen")]).toEqual([`${head}12,(e=>{f()})]);`, texts.screen]);
});
