import { argumentSchema } from "@/lib/tools/openapi/argument-schema";
import { operationsOf } from "@/lib/tools/openapi/operations";
import type { OpenApiDocument } from "@/lib/tools/openapi/read-document";

function documentOf(root: Record<string, unknown>): OpenApiDocument {
  return { title: "", version: "", description: "", server: "https://pets.test", root };
}

const [get, put] = operationsOf(
  documentOf({
    paths: {
      "/pets/{petId}": {
        parameters: [
          { name: "petId", in: "path", schema: { type: "string" } },
          { $ref: "#/components/parameters/Trace" },
        ],
        get: {
          summary: "One pet",
          parameters: [
            { name: "petId", in: "path", description: "Its number", schema: { type: "integer", example: 7 } },
            {
              name: "fields",
              in: "query",
              schema: { type: "array", items: { type: "string", enum: ["name", "age"] } },
            },
            { name: "session", in: "cookie", required: true },
            { name: "odd", in: "somewhere" },
            7,
          ],
        },
        put: {
          operationId: "pets.replace",
          description: "Replaces a pet",
          requestBody: { $ref: "#/components/requestBodies/Pet" },
        },
      },
    },
    components: {
      parameters: { Trace: { name: "X-Trace", in: "header", schema: { type: "boolean" } } },
      requestBodies: {
        Pet: {
          required: true,
          content: {
            "text/plain": { schema: { type: "string" } },
            "application/json": { schema: { $ref: "#/components/schemas/Pet" } },
          },
        },
      },
      schemas: {
        Pet: {
          type: "object",
          required: ["name"],
          properties: {
            name: { type: "string", nullable: true },
            friend: { $ref: "#/components/schemas/Pet" },
            tags: { type: "array", items: { $ref: "#/components/schemas/Tag~1Label" } },
            far: { $ref: "https://evil.test/schema.json" },
          },
          example: { name: "Rex" },
        },
        "Tag/Label": { oneOf: [{ type: "string" }, { type: "integer", xml: { wrapped: true } }] },
      },
    },
  }),
);

test("an operation has its own parameters and those of its path, with references resolved", () => {
  expect(get).toEqual({
    id: "GET_pets_{petId}",
    method: "GET",
    path: "/pets/{petId}",
    description: "One pet",
    parameters: [
      {
        name: "petId",
        place: "path",
        isRequired: true,
        description: "Its number",
        schema: { type: "integer" },
      },
      { name: "X-Trace", place: "header", isRequired: false, description: "", schema: { type: "boolean" } },
      {
        name: "fields",
        place: "query",
        isRequired: false,
        description: "",
        schema: { type: "array", items: { type: "string", enum: ["name", "age"] } },
      },
      { name: "session", place: "cookie", isRequired: true, description: "", schema: { type: "string" } },
    ],
  });
});

test("the arguments are the parameters and the fields of the body", () => {
  if (!put) throw new Error("no operation");
  expect(put.id).toBe("pets.replace");
  expect(argumentSchema(put)).toEqual({
    type: "object",
    properties: {
      petId: { type: "string" },
      "X-Trace": { type: "boolean" },
      name: { type: ["string", "null"] },
      friend: {},
      tags: { type: "array", items: { oneOf: [{ type: "string" }, { type: "integer" }] } },
      far: {},
    },
    required: ["petId", "name"],
  });
});

test("the body is one argument if it is not a plain object or its fields clash with parameters", () => {
  const operation = (schema: object) =>
    operationsOf(
      documentOf({
        paths: {
          "/a": {
            post: {
              parameters: [{ name: "id", in: "query", schema: { type: "string" } }],
              requestBody: { required: true, content: { "application/json": { schema } } },
            },
          },
        },
      }),
    ).map(argumentSchema)[0];
  const list = { type: "array", items: { type: "integer" } };
  const query = { id: { type: "string" } };
  expect(operation(list)).toEqual({ type: "object", properties: { ...query, body: list }, required: ["body"] });
  const same = { type: "object", properties: { id: { type: "integer" } } };
  expect(operation(same)).toEqual({ type: "object", properties: { ...query, body: same }, required: ["body"] });
});

test("parameters of the same name in two places are two arguments", () => {
  const parameters = [
    { name: "id", in: "path" },
    { name: "id", in: "query" },
  ];
  const [operation] = operationsOf(documentOf({ paths: { "/{id}": { get: { parameters } } } }));
  expect(operation && argumentSchema(operation)).toEqual({
    type: "object",
    properties: { id: { type: "string" }, id_query: { type: "string" } },
    required: ["id"],
  });
});

test("circular references end anywhere", () => {
  const root = {
    paths: {
      "/a": {
        post: {
          parameters: [{ $ref: "#/components/parameters/A" }],
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Deep" } } } },
        },
      },
      "/b": { $ref: "#/paths/~1b" },
    },
    components: {
      parameters: { A: { $ref: "#/components/parameters/B" }, B: { $ref: "#/components/parameters/A" } },
      schemas: {
        Deep: { type: "object", properties: { left: { $ref: "#/components/schemas/Deep" }, own: { type: "string" } } },
      },
    },
  };
  expect(operationsOf(documentOf(root)).map(argumentSchema)).toEqual([
    { type: "object", properties: { left: {}, own: { type: "string" } } },
  ]);
});

test("an error in one operation does not affect the others", () => {
  const odd = { get: 7, post: { parameters: "all", requestBody: 7, operationId: 7 }, "x-internal": {} };
  expect(operationsOf(documentOf({ paths: { "/odd": odd, "/nothing": null, "/list": [] } }))).toEqual([
    { id: "POST_odd", method: "POST", path: "/odd", description: "", parameters: [] },
  ]);
});
