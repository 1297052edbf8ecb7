import { readOpenApi } from "@/lib/tools/openapi/read-document";

const json = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Tides", version: "1.2", description: "High and low water" },
  servers: [{ url: "https://tides.test/v1/" }],
  paths: { "/now": { get: {} } },
});
const yaml = `
openapi: 3.0.3
info: &info
  title: Tides
  version: 1.2
servers:
  - url: https://{region}.tides.test/{missing}v1
    variables:
      region: { default: north }
paths:
  /now:
    get: { summary: *none }
`;

test("a document is read from JSON", async () => {
  expect((await readOpenApi(json)).document).toEqual({
    title: "Tides",
    version: "1.2",
    description: "High and low water",
    server: "https://tides.test/v1",
    root: JSON.parse(json),
  });
});

test("a document is read from YAML, with anchors, and with the defaults of its server's variables", async () => {
  const { document } = await readOpenApi(yaml.replace("*none", "Now"));
  expect(document).toMatchObject({ title: "Tides", version: "1.2", server: "https://north.tides.test/v1" });
});

test("a syntax error is named with its place", async () => {
  expect((await readOpenApi('{"openapi": "3.0.0",,}')).problem).toEqual({
    kind: "syntax",
    message: expect.stringContaining("position 20"),
  });
  const { problem } = await readOpenApi("openapi: 3.0.0\ninfo: [\n");
  expect(problem).toEqual({ kind: "syntax", message: expect.stringContaining("line 3") });
  expect((await readOpenApi(yaml)).problem).toEqual({ kind: "syntax", message: expect.stringContaining("none") });
});

test.each<[string, string, object]>([
  ["nothing", " \n", { kind: "empty" }],
  ["words", "hello", { kind: "not-openapi" }],
  ["a list", "[]", { kind: "not-openapi" }],
  ["another description", '{"asyncapi":"2.0.0"}', { kind: "not-openapi" }],
  ["a future version", '{"openapi":"4.0.0","paths":{"/a":{}}}', { kind: "not-openapi" }],
  ["version 2", '{"swagger":"2.0","paths":{"/a":{}}}', { kind: "old-version", message: "2.0" }],
  ["no paths", '{"openapi":"3.0.0","paths":{}}', { kind: "no-paths" }],
  ["too much", `{"openapi":"3.0.0","x":"${"y".repeat(5_000_000)}"}`, { kind: "too-large" }],
])("%s is refused with the reason", async (_name, text, problem) => {
  expect((await readOpenApi(text)).problem).toEqual(problem);
});

test("aliases that multiply are refused, not followed", async () => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 10; level += 1) {
    lines.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(", ")}]`);
  }
  expect((await readOpenApi(lines.join("\n"))).problem).toEqual({
    kind: "syntax",
    message: expect.stringContaining("alias"),
  });
});

test.each([
  ["none", undefined, ""],
  ["an empty list", [], ""],
  ["one relative to itself", [{ url: "/v1/" }], "/v1"],
  ["one of another protocol", [{ url: "ftp://tides.test" }], ""],
  ["one of this page's protocol", [{ url: "//evil.test" }], ""],
  ["one of a wrong type", [7], ""],
])("with %s as servers the address is as written, or none", async (_name, servers, server) => {
  const document = { ...JSON.parse(json), servers };
  expect((await readOpenApi(JSON.stringify(document))).document?.server).toBe(server);
});
