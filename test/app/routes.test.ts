import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { routes as routesOfNode } from "@/lib/server/api";

const root = join(__dirname, "../..");
const files = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" });

function folders(name: string): string[] {
  return files.filter((file) => file.endsWith(`/${name}`)).map((file) => file.slice(0, -name.length - 1));
}

function read(folder: string, name: string): string {
  return readFileSync(join(root, "app", folder, name), "utf8");
}

const routes = folders("route.edge.ts");

/** The route of the whole API on a Node server, and the routes that it has in common with the edge. */
const wholeApi = "api/[...path]";
const pairs = routes.filter((folder) => !folder.startsWith("api/"));

test("every route outside the API has a variant for each runtime @H5.3", () => {
  expect(pairs.length).toBeGreaterThan(0);
  expect(folders("route.node.ts").sort()).toEqual([...pairs, wholeApi].sort());
  expect(folders("route.ts")).toEqual([]);
});

test("the API of a Node server has the routes of the edge @H5.3", () => {
  const names = routes.flatMap((folder) => /^api\/([^/[]+)/.exec(folder)?.[1] ?? []);
  expect([...routesOfNode.keys()].sort()).toEqual(names.sort());
  for (const folder of routes.filter((each) => /^api\/[^[]/.test(each))) {
    const [, name = "", below = ""] = /^api\/([^/]+)\/?(.*)$/.exec(folder) ?? [];
    const depth = below === "" ? [0, 0] : [below.startsWith("[[") ? 0 : 1, Number.POSITIVE_INFINITY];
    expect(routesOfNode.get(name)?.depth).toEqual(depth);
  }
});

test("every file of an export is a route of the other builds, prerendered at build time", () => {
  const exported = folders("route.export.ts");
  expect(exported.sort()).toEqual(["config.json", "defaults.json", "manifest.webmanifest"]);
  expect(routes).toEqual(expect.arrayContaining(exported));
  for (const folder of exported) expect(read(folder, "route.export.ts")).toContain('dynamic = "force-static";');
});

test.each(pairs)("the variants of %s differ only in the runtime", (folder) => {
  const edge = read(folder, "route.edge.ts");
  expect(edge).toContain('export const runtime = "edge";');
  expect(edge).toContain('export const dynamic = "force-dynamic";');
  expect(read(folder, "route.node.ts")).toBe(edge.replace('runtime = "edge"', 'runtime = "nodejs"'));
});

test.each([...routes.map((folder) => [folder, "route.edge.ts"] as const), [wholeApi, "route.node.ts"] as const])(
  "%s handles every method itself in %s",
  (folder, name) => {
    const exported = read(folder, name).match(/handle as [A-Z]+/g);
    expect(exported).toEqual(
      ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"].map((method) => `handle as ${method}`),
    );
  },
);
