import { tmpdir } from "node:os";
import { Validator } from "@cfworker/json-schema";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import fc from "fast-check";
import { isRecord, listOf, recordOf } from "@/lib/json";
import { googleSchema, googleTools } from "@/lib/providers/codecs/google/google-tools";
import { jsonSchemaOf } from "@/lib/tools/openapi/json-schema";
import * as z from "@/lib/zod";
import { peerCommand } from "@/test/support/mcp-peers";

/** The keywords that https://ai.google.dev/api/generate-content documents for JSON Schema, without references. */
const documented = [
  ...["type", "format", "title", "description", "enum", "items", "prefixItems", "minItems", "maxItems", "minimum"],
  ...["maximum", "anyOf", "properties", "additionalProperties", "required"],
];

/** Returns everything in a schema that the API does not document. */
function undocumented(schema: unknown): unknown[] {
  if (!isRecord(schema)) return [schema];
  const { properties, items, prefixItems, anyOf, additionalProperties, enum: values } = schema;
  const isPlainEnum = ["string", "number"].some((type) => listOf(values).every((value) => typeof value === type));
  return [
    ...Object.keys(schema).filter((keyword) => !documented.includes(keyword)),
    ...(values === undefined || (isPlainEnum && listOf(values).length > 0) ? [] : [values]),
    ...[...Object.values(recordOf(properties)), ...listOf(prefixItems), ...listOf(anyOf)].flatMap(undocumented),
    ...(items === undefined ? [] : undocumented(items)),
    ...(isRecord(additionalProperties) ? undocumented(additionalProperties) : []),
  ];
}

describe("a schema", () => {
  const rows: readonly (readonly [string, unknown, unknown])[] = [
    [
      "with keywords that are not documented loses them",
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: "x",
        type: "object",
        properties: {
          const: { type: "string", minLength: 1, pattern: "^a", format: "uri", default: "a", examples: ["a"] },
          when: { type: "string", format: "date-time" },
        },
        propertyNames: { type: "string" },
        additionalProperties: false,
        required: ["const"],
      },
      {
        type: "object",
        properties: { const: { type: "string" }, when: { type: "string", format: "date-time" } },
        additionalProperties: false,
        required: ["const"],
      },
    ],
    [
      "with exclusive bounds has inclusive ones",
      { exclusiveMinimum: 0, exclusiveMaximum: 9, maximum: 8 },
      bounds(0, 8),
    ],
    ["with the bounds of draft 4 keeps the numbers", { minimum: 1, exclusiveMinimum: true }, { minimum: 1 }],
    ["with a constant has one value", { const: "a" }, { enum: ["a"] }],
    ["with another constant keeps its type", { type: "boolean", const: true }, { type: "boolean" }],
    ["with numbers as values keeps them", { type: "integer", enum: [1, 2] }, { type: "integer", enum: [1, 2] }],
    ["with values of several types drops them", { enum: ["a", null] }, {}],
    ["with a list of types keeps it", { type: ["string", "null"] }, { type: ["string", "null"] }],
    ["with `nullable` has the type null", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["with `oneOf` has `anyOf`", { oneOf: [{ const: 1 }, {}] }, { anyOf: [{ enum: [1] }, {}] }],
    ["with tuples has `prefixItems`", { items: [{ const: 1 }] }, { prefixItems: [{ enum: [1] }] }],
    [
      "with `allOf` is merged",
      { allOf: [object({ a: {} }, ["a"]), object({ b: {} }, ["b"])], description: "Both" },
      { ...object({ a: {}, b: {} }, ["a", "b"]), description: "Both" },
    ],
    [
      "with references has their targets",
      { $defs: { "a/b": { type: "string", minLength: 1 } }, properties: { a: { $ref: "#/$defs/a~1b", title: "A" } } },
      { properties: { a: { type: "string", title: "A" } } },
    ],
    [
      "with an unknown reference accepts anything there",
      { properties: { a: { $ref: "#/$defs/a" } } },
      { properties: { a: {} } },
    ],
    ["with patterns of names accepts all names", { patternProperties: { a: {} }, additionalProperties: false }, {}],
    ["that is not an object accepts anything", true, {}],
  ];
  test.each(rows)("%s", (_name, schema, expected) => {
    expect(googleSchema(schema)).toEqual(expected);
  });

  function bounds(minimum: number, maximum: number) {
    return { minimum, maximum };
  }

  function object(properties: unknown, required: readonly string[]) {
    return { type: "object", properties, required };
  }

  test("that contains itself ends", () => {
    const tree = { $defs: { node: { type: "object", properties: { kids: { items: { $ref: "#/$defs/node" } } } } } };
    const schema = googleSchema({ ...tree, $ref: "#/$defs/node" });
    expect(undocumented(schema)).toEqual([]);
    expect(JSON.stringify(schema).length).toBeLessThan(1000);
  });

  test("whose references multiply is limited", () => {
    const names = Array.from({ length: 20 }, (_, level) => `d${level}`);
    const $defs = Object.fromEntries(
      names.map((name, level) => [
        name,
        { anyOf: Array.from({ length: 9 }, () => ({ $ref: `#/$defs/d${level + 1}` })) },
      ]),
    );
    expect(JSON.stringify(googleSchema({ $defs, $ref: "#/$defs/d0" })).length).toBeLessThan(100_000);
  });
});

const name = fc.constantFrom("a", "b", "const");
const scalar = fc.constantFrom("", "a", "b", 0, 1, 2.5, true, null);

/** Any schema of the kinds that tools have, with references to `#/$defs/a` and `#/$defs/b`. */
const { schema: anySchema } = fc.letrec<{ schema: Record<string, unknown> }>((tie) => {
  const schemas = fc.array(tie("schema"), { minLength: 1, maxLength: 2 });
  const properties = fc.dictionary(name, tie("schema"), { maxKeys: 2, noNullPrototype: true });
  const type = fc.constantFrom("string", "number", "integer", "boolean", "object", "array", "null");
  return {
    schema: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.record(
        {
          type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
          enum: fc.array(scalar, { minLength: 1, maxLength: 3 }),
          const: scalar,
          minimum: fc.integer({ min: 0, max: 2 }),
          exclusiveMinimum: fc.integer({ min: 0, max: 2 }),
          exclusiveMaximum: fc.integer({ min: 0, max: 3 }),
          format: fc.constantFrom("uri", "date", "int32", "email"),
          pattern: fc.constant("^a"),
          multipleOf: fc.constant(1),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
      fc.constantFrom({ $ref: "#/$defs/a" }, { $ref: "#/$defs/b", description: "B" }, { $ref: "https://a.test/" }),
      fc.record(
        {
          type: fc.constant("object"),
          properties,
          required: fc.uniqueArray(name, { maxLength: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
          patternProperties: properties,
          propertyNames: fc.constant({ type: "string" }),
          allOf: schemas,
          anyOf: schemas,
          oneOf: schemas,
          not: fc.constant({ const: "a" }),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
      fc.record(
        {
          type: fc.constant("array"),
          items: fc.oneof(tie("schema"), fc.boolean()),
          prefixItems: schemas,
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: ["type"], noNullPrototype: true },
      ),
    ),
  };
});

const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    scalar,
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

test("any schema has documented keywords only, and still accepts every value that it accepted", () => {
  fc.assert(
    fc.property(anySchema, anySchema, anySchema, fc.array(anyValue, { maxLength: 10 }), (root, a, b, values) => {
      const original = { ...root, $defs: { a, b } };
      const converted = googleSchema(original);
      expect(undocumented(converted)).toEqual([]);
      for (const value of values.filter((each) => accepts(original, each))) {
        expect(accepts(converted, value)).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

/** Whether a schema accepts a value; false if it cannot be evaluated. */
function accepts(schema: Record<string, unknown>, value: unknown): boolean {
  try {
    return new Validator(schema, "2020-12").validate(value).valid;
  } catch {
    return false;
  }
}

test("the schemas of zod have documented keywords only", () => {
  const schema = z.object({
    count: z.number().check(z.positive(), z.multipleOf(2)),
    size: z.int().check(z.gt(1), z.lt(9)),
    mode: z.literal("fast"),
    level: z.literal([1, 2]),
    flag: z.literal(true),
    note: z.nullable(z.string().check(z.minLength(2), z.regex(/^a/))),
    either: z.union([z.string(), z.object({ url: z.url() })]),
    kind: z.discriminatedUnion("type", [z.object({ type: z.literal("a") }), z.object({ type: z.literal("b") })]),
    both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })),
    pair: z.tuple([z.string(), z.number()], z.boolean()),
    map: z.record(z.string(), z.email()),
    when: z.iso.datetime(),
    pick: z.optional(z.enum(["x", "y"])),
    extra: z._default(z.unknown(), 1),
  });
  for (const target of ["draft-2020-12", "draft-7", "draft-4"] as const) {
    const converted = googleSchema(z.toJSONSchema(schema, { target, io: "input" }));
    expect(undocumented(converted)).toEqual([]);
    expect(recordOf(converted.properties)).toMatchObject({
      size: { type: "integer", minimum: 1, maximum: 9 },
      mode: { enum: ["fast"] },
      kind: { anyOf: [{ properties: { type: { enum: ["a"] } } }, { properties: { type: { enum: ["b"] } } }] },
      both: { properties: { a: { type: "string" }, b: { type: "number" } }, required: ["a", "b"] },
      when: { format: "date-time" },
      pick: { enum: ["x", "y"] },
    });
  }
});

test("the schemas of OpenAPI have documented keywords only", () => {
  const schema = jsonSchemaOf(
    {},
    {
      type: "object",
      properties: {
        id: { type: "string", format: "uuid", nullable: true },
        age: { type: "integer", minimum: 0, exclusiveMinimum: true },
        pet: { oneOf: [{ type: "string" }, { type: "array", items: { type: "string", enum: ["a", null] } }] },
      },
    },
  );
  expect(undocumented(googleSchema(schema))).toEqual([]);
  expect(googleSchema(schema)).toMatchObject({ properties: { id: { type: ["string", "null"] } } });
});

test.each(["everything", "filesystem", "memory"] as const)(
  "the tools of the MCP server %s have documented keywords only",
  async (peer) => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const { command, args = [] } = peerCommand(peer, peer === "filesystem" ? [tmpdir()] : []);
    await client.connect(new StdioClientTransport({ command, args: [...args], stderr: "ignore" }));
    try {
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(5);
      const definitions = tools.map(({ name: toolName, description = "", inputSchema }) => {
        return { name: toolName, description, parameters: inputSchema as Record<string, unknown> };
      });
      const [declared] = googleTools(definitions).map(recordOf);
      for (const declaration of listOf(declared?.functionDeclarations).map(recordOf)) {
        expect(declaration).not.toHaveProperty("parameters");
        const { parametersJsonSchema } = declaration;
        expect(parametersJsonSchema === undefined ? [] : undocumented(parametersJsonSchema)).toEqual([]);
      }
    } finally {
      await client.close();
    }
  },
  30_000,
);
