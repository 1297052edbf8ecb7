import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { exportedShell, servedShell, writeShellFiles } from "../../scripts/shell-files.mjs";

const folder = mkdtempSync(join(tmpdir(), "shell-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes a build that consists of these files; answers where. */
function built(name: string, paths: readonly string[]): string {
  for (const path of paths) {
    const file = join(folder, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, path);
  }
  return join(folder, name);
}

/** Without those of `public/`, which are every build's. */
function ownFiles({ files }: { readonly files: readonly string[] }): string[] {
  return files.filter((path) => !/\.(json|svg|png)$/.test(path) && !/^(voice|rescue|emoji|plugins)\//.test(path));
}

test("lists all pages of a server build with their parts, and its code", () => {
  const build = built("served", [
    "server/app/index.html",
    "server/app/index.segments/_tree.segment.rsc",
    "server/app/chat.html",
    "server/app/chat.segments/!shell/chat/__PAGE__.segment.rsc",
    "server/app/_not-found.html",
    "static/chunks/a.js",
    "static/chunks/a.css",
    "static/media/font.woff2",
  ]);
  const shell = servedShell(build);
  expect(ownFiles(shell)).toEqual(["chat", "", "_next/static/chunks/a.css", "_next/static/chunks/a.js"]);
  expect(shell.parts).toEqual([
    ["chat", ""],
    ["chat", "/!shell/chat/__PAGE__"],
    ["", ""],
    ["", "/_tree"],
  ]);
  expect(servedShell(build, "/base").files).not.toContain("");
});

test("lists the page folders of an export and the files of their parts", () => {
  const build = built("exported", [
    "index.html",
    "index.txt",
    "404.html",
    "_not-found/index.html",
    "chat/index.html",
    "chat/__next._tree.txt",
    "_next/static/chunks/a.js",
    "preview.html",
    "rescue/index.html",
  ]);
  const shell = exportedShell(build);
  expect(ownFiles(shell)).toEqual(["chat/__next._tree.txt", "chat/", "", "index.txt", "_next/static/chunks/a.js"]);
  expect(shell.parts).toEqual([]);
});

test("the engines that run code are not cached for offline use", () => {
  const { files } = servedShell(built("engines", ["server/app/chat.html"]));
  expect(files.filter((path) => path.startsWith("run/"))).toEqual([]);
});

const withoutPublic = (paths: readonly string[]) => paths.filter((path) => !/\.(json|svg|png)$|manifest/.test(path));

test("a chat needs its pages and the files that they load first, the core has the settings, too", () => {
  const loading = (name: string) => `<script src="/base/_next/static/chunks/${name}.js"></script>`;
  const pages = { index: loading("a"), chat: loading("a") + loading("b"), settings: loading("d"), masks: loading("c") };
  const served = built("core-served", []);
  const exported = built("core-exported", ["index.txt", "chat/index.txt", "settings/index.txt", "masks/index.txt"]);
  for (const [page, html] of Object.entries(pages)) {
    const exportedAt = page === "index" ? "index.html" : `${page}/index.html`;
    for (const file of [join(served, "server/app", `${page}.html`), join(exported, exportedAt)]) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, html);
    }
  }
  const code = ["_next/static/chunks/a.js", "_next/static/chunks/b.js"];
  const ofServer = servedShell(served);
  expect(withoutPublic(ofServer.first)).toEqual(["chat", "", ...code]);
  expect(withoutPublic(ofServer.core)).toEqual(["chat", "", "settings", ...code, "_next/static/chunks/d.js"]);
  const chat = ["chat/", "chat/index.txt", "", "index.txt"];
  const ofExport = exportedShell(exported);
  expect(withoutPublic(ofExport.first)).toEqual([...chat, ...code]);
  const settings = ["settings/", "settings/index.txt"];
  expect(withoutPublic(ofExport.core)).toEqual([...chat, ...settings, ...code, "_next/static/chunks/d.js"]);
});

test("lists the chunks of which a dynamic import of a page loads one", () => {
  const build = built("alternatives", []);
  const loading = (id: number, ...names: string[]) => {
    const list = names.map((name) => `"static/chunks/${name}.js"`).join(",");
    return `${id},(e=>{e.v(t=>Promise.all([${list}].map(t=>e.l(t))).then(()=>t(7)))})`;
  };
  const chunks = {
    one: `push([0,${loading(1, "shared", "a")},${loading(2, "c")},${loading(3, "two")}])`,
    two: `push([0,${loading(1, "shared", "b")}])`,
    worker: `push([0,${loading(1, "shared", "w")},${loading(2, "w")}])`,
  };
  mkdirSync(join(build, "_next/static/chunks"), { recursive: true });
  for (const [name, code] of Object.entries(chunks)) writeFileSync(join(build, `_next/static/chunks/${name}.js`), code);
  writeFileSync(join(build, "index.html"), '<script src="/_next/static/chunks/one.js"></script>');
  expect(exportedShell(build).alternatives).toEqual([["_next/static/chunks/a.js", "_next/static/chunks/b.js"]]);
});

test("lists the app's public files, but not sandboxes and the worker itself", () => {
  const { files } = exportedShell(built("empty", ["index.html"]));
  expect(files).toEqual(expect.arrayContaining(["masks.json", "icon-512.png", "rescue/index.html"]));
  expect(files.filter((path) => /preview|diagram|heif|service-?worker|oauth/i.test(path))).toEqual([]);
});

test("another build has another version, even with the same files", () => {
  const versions = ["one", "two", "one"].map((buildId) => {
    writeShellFiles(folder, { files: ["chat"], parts: [], first: [], core: [], alternatives: [] }, buildId);
    return /"version":"(\w+)"/.exec(readFileSync(join(folder, "service-worker/built.js"), "utf8"))?.[1];
  });
  expect(versions[0]).toBe(versions[2]);
  expect(versions[0]).not.toBe(versions[1]);
});
