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

test("parses a document in JSON", async () => {
  expect((await readOpenApi(json)).document).toEqual({
    title: "Tides",
    version: "1.2",
    description: "High and low water",
    server: "https://tides.test/v1",
    root: JSON.parse(json),
  });
});

test("parses a document in YAML, with anchors and the defaults of server variables", async () => {
  const { document } = await readOpenApi(yaml.replace("*none", "Now"));
  expect(document).toMatchObject({ title: "Tides", version: "1.2", server: "https://north.tides.test/v1" });
});

test("reports the position of a syntax error", async () => {
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
  ["plain text", "hello", { kind: "not-openapi" }],
  ["a list", "[]", { kind: "not-openapi" }],
  ["another description", '{"asyncapi":"2.0.0"}', { kind: "not-openapi" }],
  ["a future version", '{"openapi":"4.0.0","paths":{"/a":{}}}', { kind: "not-openapi" }],
  ["version 2", '{"swagger":"2.0","paths":{"/a":{}}}', { kind: "old-version", message: "2.0" }],
  ["no paths", '{"openapi":"3.0.0","paths":{}}', { kind: "no-paths" }],
  ["a document that is too large", `{"openapi":"3.0.0","x":"${"y".repeat(5_000_000)}"}`, { kind: "too-large" }],
])("rejects %s with the reason", async (_name, text, problem) => {
  expect((await readOpenApi(text)).problem).toEqual(problem);
});

test("rejects YAML aliases that expand exponentially", async () => {
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
  ["a relative one", [{ url: "/v1/" }], "/v1"],
  ["one with another scheme", [{ url: "ftp://tides.test" }], ""],
  ["one without a scheme", [{ url: "//evil.test" }], ""],
  ["one of a wrong type", [7], ""],
])("with %s as servers, the address is the one of the document or empty", async (_name, servers, server) => {
  const document = { ...JSON.parse(json), servers };
  expect((await readOpenApi(JSON.stringify(document))).document?.server).toBe(server);
});
