import * as z from "@/lib/zod";

const jsonSchema = z.looseObject({
  type: z.optional(z.unknown()),
  default: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  minimum: z.optional(z.number()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
});

/** Maximum depth; deeper objects stay empty, because schemas may nest endlessly. */
const maxDepth = 4;

/** Returns a minimal valid input for a tool's JSON Schema: the required fields, each with its first choice. */
export function exampleOf(schema: unknown, depth = 0): unknown {
  const read = z.safeParse(jsonSchema, schema);
  if (!read.success) return depth === 0 ? {} : "example";
  const { default: preset, enum: choices, type, minimum, properties = {}, required = [] } = read.data;
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
