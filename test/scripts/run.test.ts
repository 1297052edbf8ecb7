import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmFile, toolFile } from "../../scripts/run.mjs";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "parley ключ 100% #1 ")));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text = "") {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
  return join(folder, path);
}

test("finds programs in a folder whose name has spaces, non-ASCII letters and punctuation", () => {
  mkdirSync(join(folder, "scripts"));
  cpSync("scripts/run.mjs", join(folder, "scripts/run.mjs"));
  write("node_modules/next/package.json", '{ "bin": { "next": "./dist/bin/next" } }');
  const script = 'import("./scripts/run.mjs").then(({ toolFile }) => console.log(toolFile("next")))';
  const { stdout } = spawnSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" });
  expect(stdout.trim()).toBe(join(folder, "node_modules/next/dist/bin/next"));
});

test.each(["next", "tsc", "biome", "knip", "jest", "playwright"])("%s is a file that Node can start", (name) => {
  const { stdout } = spawnSync(process.execPath, [toolFile(name), "--version"], { encoding: "utf8" });
  expect(stdout).toMatch(/\d+\.\d+/);
});

test("npm is the one that runs the script, else the one beside Node as on Windows, else the one of PATH", () => {
  const named = write("named/npm-cli.js");
  const beside = write("nodejs/node_modules/npm/bin/npx-cli.js");
  const linked = write("lib/npm-cli.js");
  mkdirSync(join(folder, "bin"));
  symlinkSync(linked, join(folder, "bin/npm"));
  const node = join(folder, "nodejs/node.exe");
  const env = { npm_execpath: named, PATH: join(folder, "bin") };
  expect(npmFile("npm", { env, node })).toBe(named);
  expect(npmFile("npx", { env, node })).toBe(beside);
  expect(npmFile("npm", { env: { ...env, npm_execpath: "/opt/yarn.js" }, node })).toBe(linked);
  expect(() => npmFile("npm", { env: {}, node })).toThrow("npm cannot be found.");
});

test("npm is found here", () => {
  expect(existsSync(npmFile("npm"))).toBe(true);
  expect(existsSync(npmFile("npx", { env: { PATH: process.env.PATH } }))).toBe(true);
});
