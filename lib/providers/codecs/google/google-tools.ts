import type { ToolDefinition } from "@/lib/chat/tool";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";
import { resolveReference } from "@/lib/providers/codecs/schema-reference";

/**
 * Keywords of JSON Schema that are sent with the same value, with the type of the value. `convertKeywords` handles the
 * others that the API documents; further keywords are not sent, because the API ignores or rejects them. A tool's
 * arguments are validated against its full schema before it runs.
 *
 * https://ai.google.dev/api/generate-content#FIELDS.response_json_schema
 */
const plainKeywords = { title: "string", description: "string", minItems: "number", maxItems: "number" } as const;

/** Formats that the API accepts; `uri`, `email` or `uuid` can fail a request. https://github.com/weave-os/router/pull/387 */
const formats: readonly string[] = ["date-time", "date", "time", "int32", "int64", "float", "double"];

const types: readonly string[] = ["string", "number", "integer", "boolean", "array", "object", "null"];

/** Maximum depth of a schema; deeper parts accept any value. Recursive schemas end there, too. */
const maxDepth = 12;

/** Maximum number of parts in one tool's schema; further parts accept any value. */
const maxParts = 2000;

/** Returns the tools of a request in Gemini's form. */
export function googleTools(tools: readonly ToolDefinition[]): unknown[] {
  return [{ functionDeclarations: tools.map(declarationOf) }];
}

/**
 * Returns a function declaration; functions without parameters have no schema.
 *
 * `parametersJsonSchema` accepts JSON Schema. The older field `parameters` rejects the whole request for one keyword
 * outside a subset of OpenAPI. https://github.com/google-gemini/gemini-cli/pull/5330
 */
function declarationOf({ name, description, parameters }: ToolDefinition): JsonRecord {
  const schema: JsonRecord = { ...googleSchema(parameters), type: "object" };
  const isEmpty =
    Object.keys(recordOf(schema.properties)).length === 0 && !schema.anyOf && !schema.additionalProperties;
  return { name, description, ...(isEmpty ? {} : { parametersJsonSchema: schema }) };
}

/**
 * Converts a JSON Schema to the keywords that Gemini documents. The result accepts every value that the schema accepts,
 * and it has no references: the API fails on some that are valid.
 * https://github.com/NousResearch/hermes-agent/pull/98928
 */
export function googleSchema(root: unknown): JsonRecord {
  let parts = 0;

  function convert(node: unknown, depth: number): JsonRecord {
    parts += 1;
    if (!isRecord(node) || depth > maxDepth || parts > maxParts) return {};
    const next = depth + 1;
    const own = convertKeywords(node, (child) => convert(child, next));
    const target = typeof node.$ref === "string" ? [resolveReference(root, node.$ref)] : [];
    return [...target, ...listOf(node.allOf)].map((part) => convert(part, next)).reduce(mergeSchemas, own);
  }

  return convert(root, 0);
}

function convertKeywords(node: JsonRecord, convert: (child: unknown) => JsonRecord): JsonRecord {
  const plain = Object.entries(plainKeywords).filter(([keyword, type]) => typeof node[keyword] === type);
  // `oneOf` means the same as `anyOf` to the API.
  const choices = listOf(node.anyOf ?? node.oneOf).map(convert);
  // Before draft 2020-12, a list of `items` meant the first items.
  const [first, items] = Array.isArray(node.items)
    ? [node.items, node.additionalItems]
    : [node.prefixItems, node.items];
  return {
    ...typeOf(node),
    ...Object.fromEntries(plain.map(([keyword]) => [keyword, node[keyword]])),
    ...(formats.includes(stringOf(node.format)) && { format: node.format }),
    ...enumOf(node),
    ...boundOf("minimum", Math.max, node.minimum, node.exclusiveMinimum),
    ...boundOf("maximum", Math.min, node.maximum, node.exclusiveMaximum),
    ...(choices.length > 0 && { anyOf: choices }),
    ...(Array.isArray(first) && { prefixItems: first.map(convert) }),
    ...(isRecord(items) && { items: convert(items) }),
    ...(isRecord(node.properties) && { properties: mapValues(node.properties, convert) }),
    ...(Array.isArray(node.required) && { required: node.required.filter((name) => typeof name === "string") }),
    ...additionalProperties(node, convert),
  };
}

/** Returns the type, or the list of types, of a schema. `nullable` is OpenAPI's form of the type `null`. */
function typeOf({ type, nullable }: JsonRecord): JsonRecord {
  const listed = (Array.isArray(type) ? type : [type]).filter((each) => types.includes(each));
  const all = nullable === true && listed.length > 0 ? [...new Set([...listed, "null"])] : listed;
  if (all.length === 0) return {};
  return { type: all.length === 1 ? all[0] : all };
}

/** Returns the allowed values. The API accepts strings or numbers; other values are left to the type. */
function enumOf(node: JsonRecord): JsonRecord {
  const values = Object.hasOwn(node, "const") ? [node.const] : listOf(node.enum);
  const isUniform = ["string", "number"].some((type) => values.every((value) => typeof value === type));
  return values.length > 0 && isUniform ? { enum: values } : {};
}

/** Returns the inclusive bound that is nearest to an exclusive one. */
function boundOf(name: string, stricter: (...values: number[]) => number, ...bounds: unknown[]): JsonRecord {
  const numbers = bounds.filter((bound) => typeof bound === "number");
  return numbers.length > 0 ? { [name]: stricter(...numbers) } : {};
}

/** Patterns of property names are not supported, so a schema with patterns accepts all names. */
function additionalProperties(node: JsonRecord, convert: (child: unknown) => JsonRecord): JsonRecord {
  const { additionalProperties: others, patternProperties } = node;
  if (isRecord(patternProperties) || others === undefined) return {};
  return { additionalProperties: isRecord(others) ? convert(others) : others !== false };
}

/** Merges two schemas that both apply. Where they cannot be combined, the first one's rule remains. */
function mergeSchemas(first: JsonRecord, second: JsonRecord): JsonRecord {
  const properties = { ...recordOf(second.properties), ...recordOf(first.properties) };
  const required = [...new Set([...listOf(first.required), ...listOf(second.required)])];
  return {
    ...second,
    ...first,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function mapValues(record: JsonRecord, change: (value: unknown) => JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
