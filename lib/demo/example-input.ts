import * as v from "valibot";

/** Rejects arrays, which valibot accepts as records. */
const noList = v.custom<unknown>((value) => !Array.isArray(value));

const jsonSchema = v.looseObject({
  type: v.optional(v.unknown()),
  default: v.optional(v.unknown()),
  enum: v.optional(v.array(v.unknown())),
  minimum: v.optional(v.pipe(v.number(), v.finite())),
  properties: v.optional(v.pipe(noList, v.record(v.string(), v.unknown()))),
  required: v.optional(v.array(v.string())),
});

/** Maximum depth; deeper objects stay empty, because schemas may nest endlessly. */
const maxDepth = 4;

/** Returns a minimal valid input for a tool's JSON Schema: the required fields, each with its first choice. */
export function exampleOf(schema: unknown, depth = 0): unknown {
  const read = v.safeParse(jsonSchema, schema);
  if (!read.success) return depth === 0 ? {} : "example";
  const { default: preset, enum: choices, type, minimum, properties = {}, required = [] } = read.output;
  if (depth > 0 && preset !== undefined) return preset;
  if (depth > 0 && choices !== undefined && choices.length > 0) return choices[0];
  switch (depth === 0 ? "object" : type) {
    case "object":
      if (depth === maxDepth) return {};
      return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name], depth + 1)]));
    case "number":
    case "integer":
      return minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "null":
      return null;
    default:
      return "example";
  }
}
