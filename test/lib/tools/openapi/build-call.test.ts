import { buildPluginCall } from "@/lib/tools/openapi/build-call";
import type { Operation, OperationParameter, ParameterPlace } from "@/lib/tools/openapi/operations";

function parameter(name: string, place: ParameterPlace, more: Partial<OperationParameter> = {}): OperationParameter {
  return { name, place, isRequired: false, description: "", schema: {}, ...more };
}

function operation(more: Partial<Operation>): Operation {
  return { id: "op", method: "GET", path: "/pets", description: "", parameters: [], ...more };
}

const object = { type: "object", properties: { name: {}, tags: {} } };
const json = { mediaType: "application/json", isRequired: true, schema: object };

test("places arguments by their parameters", () => {
  const parameters = [
    parameter("id", "path"),
    parameter("q", "query"),
    parameter("X-Trace", "header"),
    parameter("session", "cookie"),
    parameter("theme", "cookie"),
    parameter("unused", "query"),
  ];
  const args = { id: "a b", q: "x&y", "X-Trace": 7, session: "s;1", theme: true };
  expect(buildPluginCall(operation({ path: "/pets/{id}", parameters }), args)).toEqual({
    method: "GET",
    path: "/pets/a%20b?q=x%26y",
    headers: { "X-Trace": "7", Cookie: "session=s%3B1; theme=true" },
  });
});

test.each<[string, Partial<OperationParameter>, unknown, string]>([
  ["an exploded list", {}, ["a", "b"], "?p=a&p=b"],
  ["a list with commas", { explode: false }, ["a", "b"], "?p=a%2Cb"],
  ["a list with pipes", { style: "pipeDelimited" }, ["a", "b"], "?p=a%7Cb"],
  ["a list with spaces", { style: "spaceDelimited" }, ["a", "b"], "?p=a%20b"],
  ["an exploded object", {}, { x: 1, y: [2] }, "?x=1&y=%5B2%5D"],
  ["an object with commas", { explode: false }, { x: 1, y: 2 }, "?p=x%2C1%2Cy%2C2"],
  ["an object in brackets", { style: "deepObject" }, { x: 1 }, "?p%5Bx%5D=1"],
  ["null", {}, null, ""],
  ["an empty list", {}, [], ""],
  ["false", {}, false, "?p=false"],
])("formats %s in the query", (_name, more, value, query) => {
  const { path } = buildPluginCall(operation({ parameters: [parameter("p", "query", more)] }), { p: value });
  expect(path).toBe(`/pets${query}`);
});

test.each<[unknown, string]>([
  ["../admin", "/pets/..%2Fadmin"],
  ["..", "/pets/%2E%2E"],
  [".", "/pets/%2E"],
  ["a/b?c#d", "/pets/a%2Fb%3Fc%23d"],
  [["a", "b"], "/pets/a%2Cb"],
  [undefined, "/pets/"],
])("escapes %j in the path, so that it stays one segment", (id, path) => {
  const asked = operation({ path: "/pets/{id}", parameters: [parameter("id", "path")] });
  expect(buildPluginCall(asked, { id }).path).toBe(path);
});

test("an argument that is not a parameter is a field of the body", () => {
  const asked = operation({ method: "POST", body: json, parameters: [parameter("q", "query")] });
  expect(buildPluginCall(asked, { q: 1, name: "Rex", tags: ["a"] })).toEqual({
    method: "POST",
    path: "/pets?q=1",
    headers: { "Content-Type": "application/json" },
    body: '{"name":"Rex","tags":["a"]}',
  });
});

test("sends a body argument unchanged", () => {
  const body = { ...json, schema: { type: "array" } };
  expect(buildPluginCall(operation({ method: "POST", body }), { body: [1, 2] }).body).toBe("[1,2]");
  const text = { mediaType: "text/plain", isRequired: true, schema: { type: "string" } };
  expect(buildPluginCall(operation({ method: "POST", body: text }), { body: "hi" })).toMatchObject({
    headers: { "Content-Type": "text/plain" },
    body: "hi",
  });
});

test("encodes forms field by field, and lists one by one", () => {
  const form = { ...json, mediaType: "application/x-www-form-urlencoded" };
  const args = { name: "Rex & Co", tags: ["a", "b"] };
  expect(buildPluginCall(operation({ method: "POST", body: form }), args)).toMatchObject({
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "name=Rex%20%26%20Co&tags=a&tags=b",
  });
  const parts = { ...json, mediaType: "multipart/form-data" };
  expect(buildPluginCall(operation({ method: "POST", body: parts }), args)).toEqual({
    method: "POST",
    path: "/pets",
    headers: {},
    body: {
      form: [
        ["name", "Rex & Co"],
        ["tags", "a"],
        ["tags", "b"],
      ],
    },
  });
});

test("omits an optional body without fields", () => {
  const optional = { ...json, isRequired: false };
  expect(buildPluginCall(operation({ method: "POST", body: optional }), {}).body).toBeUndefined();
  expect(buildPluginCall(operation({ method: "POST", body: json }), {}).body).toBe("{}");
});

test("puts a credential into the header, the query or the body", () => {
  const credential = { name: "api_key", value: "s&1" };
  const post = operation({ method: "POST", body: json });
  const args = { name: "Rex" };
  expect(buildPluginCall(post, args, { ...credential, place: "header" }).headers).toEqual({
    "Content-Type": "application/json",
    api_key: "s&1",
  });
  expect(buildPluginCall(post, args, { ...credential, place: "query" }).path).toBe("/pets?api_key=s%261");
  expect(buildPluginCall(post, args, { ...credential, place: "body" }).body).toBe('{"name":"Rex","api_key":"s&1"}');
  const bare = operation({ method: "POST" });
  expect(buildPluginCall(bare, {}, { ...credential, place: "body" })).toMatchObject({
    headers: { "Content-Type": "application/json" },
    body: '{"api_key":"s&1"}',
  });
});
