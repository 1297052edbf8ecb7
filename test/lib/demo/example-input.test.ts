import { exampleOf } from "@/lib/demo/example-input";

const endless: Record<string, unknown> = { type: "object", required: ["again"] };
endless.properties = { again: endless };

test.each([
  ["no schema", undefined, {}],
  ["an empty schema", {}, {}],
  ["what is not required", { type: "object", properties: { a: { type: "string" } } }, {}],
  [
    "every type",
    {
      type: "object",
      required: ["text", "count", "least", "flag", "list", "nothing", "either", "unknown"],
      properties: {
        text: { type: "string" },
        count: { type: "integer" },
        least: { type: "number", minimum: 5 },
        flag: { type: "boolean" },
        list: { type: "array", items: { type: "string" } },
        nothing: { type: "null" },
        either: { type: ["string", "null"] },
      },
    },
    { text: "example", count: 1, least: 5, flag: true, list: [], nothing: null, either: "example", unknown: "example" },
  ],
  [
    "defaults and choices",
    {
      required: ["unit", "size"],
      properties: { unit: { enum: ["metric", "imperial"] }, size: { type: "integer", default: 0 } },
    },
    { unit: "metric", size: 0 },
  ],
  [
    "properties in a list",
    { required: ["a", "b"], properties: { a: { type: "object", properties: [] }, b: { type: "boolean" } } },
    { a: "example", b: true },
  ],
  ["properties that are a list", { required: ["length"], properties: [] }, {}],
  [
    "a number without a least",
    { required: ["n"], properties: { n: { type: "number", minimum: Number.NEGATIVE_INFINITY } } },
    { n: "example" },
  ],
  ["a schema that holds itself", endless, { again: { again: { again: { again: {} } } } }],
])("%s", (_, schema, input) => {
  expect(exampleOf(schema)).toEqual(input);
});
