import { readFileSync } from "node:fs";
import { operationsOf } from "@/lib/tools/openapi/operations";
import { readOpenApi } from "@/lib/tools/openapi/read-document";

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly schema: string;
}

const listed: readonly Listed[] = JSON.parse(readFileSync("public/plugins.json", "utf8"));

test("no two plugins that come with the app share an id", () => {
  expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
});

test.each(listed.map((plugin) => [plugin.id, plugin] as const))(
  "%s has a complete description: a name, an https server, and operations with descriptions",
  async (_id, { name, schema }) => {
    const { document } = await readOpenApi(readFileSync(`public${schema}`, "utf8"));
    if (!document) throw new Error(`${schema} is no description of tools.`);
    expect(name).not.toBe("");
    expect(document.server).toMatch(/^https:\/\//);
    const operations = operationsOf(document);
    expect(operations.length).toBeGreaterThan(0);
    expect(operations.filter(({ description }) => description.trim() === "")).toEqual([]);
  },
);
