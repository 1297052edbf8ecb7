import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const files = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" });

function folders(name: string): string[] {
  return files.filter((file) => file.endsWith(`/${name}`)).map((file) => file.slice(0, -name.length - 1));
}

function read(folder: string, name: string): string {
  return readFileSync(join(root, "app", folder, name), "utf8");
}

const routes = folders("route.edge.ts");

test("every route has a twin for each runtime, and none is left without", () => {
  expect(routes.length).toBeGreaterThan(0);
  expect(folders("route.node.ts").sort()).toEqual([...routes].sort());
  expect(folders("route.ts")).toEqual([]);
});

test("every file of an export is a route of the other builds, prerendered at build time", () => {
  const exported = folders("route.export.ts");
  expect(exported.sort()).toEqual(["config.json", "manifest.webmanifest"]);
  expect(routes).toEqual(expect.arrayContaining(exported));
  for (const folder of exported) expect(read(folder, "route.export.ts")).toContain('dynamic = "force-static";');
});

test.each(routes)("the twins of %s differ in nothing but the runtime", (folder) => {
  const edge = read(folder, "route.edge.ts");
  expect(edge).toContain('export const runtime = "edge";');
  expect(edge).toContain('export const dynamic = "force-dynamic";');
  expect(read(folder, "route.node.ts")).toBe(edge.replace('runtime = "edge"', 'runtime = "nodejs"'));
});

test.each(routes)("%s handles every method itself", (folder) => {
  const exported = read(folder, "route.edge.ts").match(/handle as [A-Z]+/g);
  expect(exported).toEqual(
    ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"].map((method) => `handle as ${method}`),
  );
});
