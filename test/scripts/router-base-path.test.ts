import { readFileSync } from "node:fs";
import { placeholder } from "../../scripts/base-path.mjs";
import routerBasePath from "../../scripts/router-base-path.mjs";

const client = "node_modules/next/dist/client";

/** Runs a file of Next with its edit, below a path; returns what it exports. */
function edited(path: string, given: Readonly<Record<string, unknown>>, served: string) {
  const source = routerBasePath(readFileSync(`${client}/${path}.js`, "utf8"));
  const exported: Record<string, (...values: unknown[]) => unknown> = {};
  const names = ["exports", "module", "require", "TURBOPACK_CHUNK_BASE_PATH", "fetch"];
  const values = [exported, {}, () => given, `${served}/_next/`, given.fetch];
  new Function(...names, source)(...values);
  return exported;
}

const prefixes = {
  pathHasPrefix: (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`),
  addPathPrefix: (path: string, prefix: string) => prefix + path,
  normalizePathTrailingSlash: (path: string) => path,
};

test.each(["", "/a/b"])("Next's router has the base path %j", (served) => {
  expect(edited("add-base-path", prefixes, served).addBasePath?.("/chat")).toBe(`${served}/chat`);
  expect(edited("has-base-path", prefixes, served).hasBasePath?.(`${served}/chat`)).toBe(true);
  expect(edited("has-base-path", prefixes, "/c").hasBasePath?.(`${served}/chat`)).toBe(false);
  expect(edited("remove-base-path", prefixes, served).removeBasePath?.(`${served}/chat`)).toBe("/chat");
});

test("the page segments that it loads contain the addresses of that path, and are otherwise unchanged", async () => {
  const found = new Response(`"${placeholder}/_next/a.js"`, { headers: { "content-type": "text/plain" } });
  Object.defineProperty(found, "url", { value: "http://host.test/a/b/chat/index.txt" });
  const missed = new Response(placeholder, { status: 404 });
  const answers = [found, missed];
  const { fetch } = edited("components/segment-cache/fetch", { fetch: async () => answers.shift() }, "/a/b");
  const filled = (await fetch?.("", {})) as Response;
  expect([filled.url, filled.redirected, filled.status]).toEqual(["http://host.test/a/b/chat/index.txt", false, 200]);
  expect(filled.headers.get("content-type")).toBe("text/plain");
  expect(await filled.text()).toBe('"/a/b/_next/a.js"');
  expect(await fetch?.("", {})).toBe(missed);
});

test("a version of Next with different code fails the build", () => {
  expect(() => routerBasePath("const basePath = config.basePath;")).toThrow(/changed/);
});
