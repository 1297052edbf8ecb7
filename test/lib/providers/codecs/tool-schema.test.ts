import fc from "fast-check";
import type { ChatRequest } from "@/lib/chat/request";
import { recordOf } from "@/lib/json";
import { toolSchema } from "@/lib/providers/codecs/tool-schema";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";

/** Returns the schema of one argument. */
const argument = (schema: unknown) => recordOf(toolSchema({ properties: { a: schema } }).properties).a;

test.each<[string, unknown, unknown]>([
  ["an array without items", { type: "array" }, { type: "array", items: {} }],
  ["an array or null", { type: ["array", "null"] }, { type: ["array", "null"], items: {} }],
  ["items that are a text", { type: "array", items: "string" }, { type: "array", items: {} }],
  [
    "a tuple of an earlier draft",
    { type: "array", items: [{ type: "string" }], additionalItems: false },
    { type: "array", prefixItems: [{ type: "string" }], items: false },
  ],
  ["an unknown type", { type: "banana" }, {}],
  ["some unknown types", { type: ["string", "any", "string"] }, { type: ["string"] }],
  ["properties that are a list", { type: "object", properties: [] }, { type: "object" }],
  ["a property that is a text", { properties: { type: "object" } }, { properties: { type: {} } }],
  ["a requirement for each property", { type: "string", required: true }, { type: "string" }],
  ["requirements of other types", { required: ["a", 1, "a"] }, { required: ["a"] }],
  ["no possible value", { enum: [] }, {}],
  ["no alternative", { anyOf: [] }, {}],
  ["an alternative that is null", { anyOf: [null, { type: "string" }] }, { anyOf: [{}, { type: "string" }] }],
  ["a bound of an earlier draft", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ["an inclusive bound of it", { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  ["a bound that is a text", { minimum: "1", minLength: -1, maxLength: 2.5 }, {}],
  ["a description in a list", { description: ["a"] }, {}],
  ["a reference outside the schema", { $ref: "https://a.test/schema", title: "A" }, { title: "A" }],
  ["a reference to nothing", { $ref: "#/$defs/none" }, {}],
  ["null", null, {}],
  ["a boolean", true, true],
  ["keywords of other systems", { "x-order": 1, nullable: true }, { "x-order": 1, nullable: true }],
])("an argument with %s", (_, given, expected) => {
  expect(argument(given)).toEqual(expected);
});

const text = { type: "string" };
test.each<[string, Record<string, unknown>, unknown]>([
  ["nothing", {}, { type: "object", properties: {} }],
  ["an array", { type: "array", items: text }, { type: "object", properties: {}, items: text }],
  [
    "alternatives, whose properties become optional",
    { type: "object", anyOf: [{ properties: { a: text }, required: ["a"] }, { properties: { b: text } }] },
    { type: "object", properties: { a: text, b: text } },
  ],
  [
    "alternatives of requirements",
    { properties: { a: text, b: text }, required: ["b"], oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    { type: "object", properties: { a: text, b: text }, required: ["b"] },
  ],
  [
    "parts that all apply",
    JSON.parse(
      '{"allOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"if":{},"then":{"properties":{"b":{"type":"string"}}}}]}',
    ),
    { type: "object", properties: { a: text, b: text }, required: ["a"] },
  ],
  [
    "a reference",
    { $ref: "#/$defs/in", $defs: { in: { properties: { a: { $ref: "#/$defs/text" } } }, text } },
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/text" } },
      $defs: { in: { properties: { a: { $ref: "#/$defs/text" } } }, text },
    },
  ],
  ["a reference to itself", { $ref: "#" }, { type: "object", properties: {} }],
  ["a name like that of a prototype", { allOf: [JSON.parse('{"properties":{"__proto__":{}}}')] }, expect.anything()],
])("a schema with %s at its root", (_, given, expected) => {
  expect(toolSchema(given)).toEqual(expected);
});

test("a valid schema is sent as it is", () => {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    description: "Where",
    properties: {
      place: { type: "string", minLength: 1, pattern: "^[\\w-.]+$", default: "home", examples: ["home"] },
      days: { type: ["integer", "null"], minimum: 0, exclusiveMaximum: 8 },
      tags: { type: "array", items: { enum: ["a", 1, null] }, uniqueItems: true },
      either: { oneOf: [{ const: 1 }, { $ref: "#/$defs/node" }] },
    },
    required: ["place"],
    additionalProperties: false,
    $defs: { node: { type: "object", properties: { kids: { type: "array", items: { $ref: "#/$defs/node" } } } } },
  };
  expect(JSON.stringify(toolSchema(schema))).toBe(JSON.stringify(schema));
});

test("a schema that is nested too deeply accepts anything from there", () => {
  let schema: Record<string, unknown> = {};
  for (let depth = 0; depth < 5000; depth++) schema = { type: "object", properties: { a: { items: schema } } };
  expect(JSON.stringify(toolSchema(schema)).length).toBeLessThan(5000);
});

/** JSON objects with names of keywords, whose values are of any type. */
const { value: anyJson } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -1, "string", "array", "#/$defs/a", "#"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom("type", "properties", "items", "required", "enum", "anyOf", "allOf", "$ref", "$defs", "a", "not"),
      tie("value"),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}));

test("no schema throws, and a converted one is valid, so that it is not changed again", () => {
  fc.assert(
    fc.property(anyJson, (given) => {
      const converted = toolSchema(recordOf(given));
      expect(converted).toMatchObject({ type: "object", properties: expect.any(Object) });
      expect(toolSchema(converted)).toEqual(converted);
    }),
    { numRuns: 500 },
  );
});

test("every provider gets the valid form of a tool with an invalid schema", async () => {
  const parameters = { anyOf: [{ properties: { tags: { type: "array" } } }] };
  const tools = [{ name: "tide", description: "Next tide", parameters }];
  const asked: Omit<ChatRequest, "model"> = { messages: [{ role: "user", content: "Hello" }], stream: true, tools };
  const connection = { baseUrl: "https://provider.test", headers: {} };
  const models: Readonly<Record<string, string>> = {
    openai: "gpt-6.1-sol",
    azure: "gpt-6.1-sol",
    tencent: "hunyuan-lite",
  };
  const bodies: string[] = [];
  for (const provider of Object.values<Provider>(providers)) {
    const model = models[provider.id] ?? provider.models[0] ?? "any";
    const codec = await provider.chat(model).catch(() => undefined);
    const { body = "" } = codec?.buildRequest({ ...asked, model }, connection) ?? {};
    if (!body.includes("tide")) continue;
    const sent = body.replaceAll("\\", "");
    bodies.push(provider.id);
    expect([provider.id, sent]).toEqual([provider.id, expect.stringMatching(/"items":\{\}|parametersJsonSchema/)]);
  }
  expect(bodies.length).toBeGreaterThan(15);
});
