import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/json";
import { resolveReference } from "@/lib/providers/codecs/schema-reference";

/** Maximum depth of a schema; deeper parts accept any value. */
const maxDepth = 64;

/** Maximum number of references that are followed from the root. */
const maxReferences = 16;

const types: readonly unknown[] = ["string", "number", "integer", "boolean", "array", "object", "null"];

type Convert = (value: unknown) => unknown;

/** Converts the value of a keyword; undefined removes the keyword. */
type Conversion = (value: unknown, convert: Convert) => unknown;

const schema: Conversion = (value, convert) => (isRecord(value) || typeof value === "boolean" ? convert(value) : {});
const schemas: Conversion = (value, convert) =>
  Array.isArray(value) && value.length > 0 ? value.map((each) => schema(each, convert)) : undefined;
const namedSchemas: Conversion = (value, convert) =>
  isRecord(value) ? mapValues(value, (each) => schema(each, convert)) : undefined;
const texts: Conversion = (value) =>
  Array.isArray(value) ? [...new Set(value.filter((each) => typeof each === "string"))] : undefined;
const textLists: Conversion = (value, convert) =>
  isRecord(value) ? mapValues(value, (each) => texts(each, convert) ?? []) : undefined;
const count: Conversion = (value) => (Number.isInteger(value) && Number(value) >= 0 ? value : undefined);
const numeric: Conversion = (value) => (typeof value === "number" ? value : undefined);
const positive: Conversion = (value) => (typeof value === "number" && value > 0 ? value : undefined);
const text: Conversion = (value) => (typeof value === "string" ? value : undefined);
const flag: Conversion = (value) => (typeof value === "boolean" ? value : undefined);
const list: Conversion = (value) => (Array.isArray(value) && value.length > 0 ? value : undefined);

/** The keywords of JSON Schema 2020-12 whose values can be invalid. Others are sent as they are. */
const conversions: ReadonlyMap<string, Conversion> = new Map(
  (
    [
      [typesOf, "type"],
      [schema, "items additionalProperties unevaluatedProperties unevaluatedItems contains propertyNames"],
      [schema, "not if then else"],
      [schemas, "allOf anyOf oneOf prefixItems"],
      [namedSchemas, "properties patternProperties dependentSchemas $defs definitions"],
      [texts, "required"],
      [textLists, "dependentRequired"],
      [list, "enum examples"],
      [numeric, "minimum maximum exclusiveMinimum exclusiveMaximum"],
      [positive, "multipleOf"],
      [count, "minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains"],
      [text, "title description format pattern $schema $id $anchor $comment"],
      [flag, "uniqueItems deprecated readOnly writeOnly"],
    ] satisfies [Conversion, string][]
  ).flatMap(([conversion, keywords]) => keywords.split(" ").map((keyword) => [keyword, conversion] as const)),
);

/**
 * Returns the schema of a tool's arguments as providers accept it: valid by JSON Schema 2020-12, an object at its root,
 * and with `items` for each array. A provider rejects the whole request for one schema that is not.
 * https://github.com/bnb-chain/bnbchain-mcp/issues/68
 *
 * Invalid keywords are removed, so the result accepts more. The arguments of a call are validated against the tool's own
 * schema before it runs.
 */
export function toolSchema(parameters: JsonRecord): JsonRecord {
  const root = withObjectRoot(parameters);
  const convertAt =
    (depth: number): Convert =>
    (node) => {
      if (!isRecord(node)) return typeof node === "boolean" ? node : {};
      return depth > maxDepth ? {} : convertKeywords(node, root, convertAt(depth + 1));
    };
  const converted = recordOf(convertAt(0)(root));
  return { ...converted, type: "object", properties: recordOf(converted.properties) };
}

function convertKeywords(node: JsonRecord, root: JsonRecord, convert: Convert): JsonRecord {
  const converted: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(toCurrentDraft(node))) {
    const known = conversions.get(keyword);
    const result = keyword === "$ref" ? reference(value, root) : known ? known(value, convert) : value;
    if (result !== undefined) converted[keyword] = result;
  }
  const isArray = converted.type === "array" || listOf(converted.type).includes("array");
  return isArray && !("items" in converted) ? { ...converted, items: {} } : converted;
}

/** Converts keywords of earlier drafts: tuples in `items`, and bounds that are exclusive by a flag. */
function toCurrentDraft(node: JsonRecord): JsonRecord {
  const changed: Record<string, unknown> = { ...node };
  if (Array.isArray(node.items)) {
    delete changed.additionalItems;
    Object.assign(changed, { prefixItems: node.items, items: node.additionalItems ?? {} });
  }
  for (const [exclusive, bound] of exclusiveBounds) {
    if (typeof node[exclusive] !== "boolean") continue;
    delete changed[exclusive];
    if (!node[exclusive] || typeof node[bound] !== "number") continue;
    delete changed[bound];
    changed[exclusive] = node[bound];
  }
  return changed;
}

const exclusiveBounds = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

/** Returns a reference, unless its target is missing or outside the schema. */
function reference(value: unknown, root: JsonRecord): unknown {
  if (typeof value !== "string") return undefined;
  if (value.startsWith("#/")) return resolveReference(root, value) === undefined ? undefined : value;
  return value.startsWith("#") ? value : undefined;
}

/** Keywords that the root of a schema may not have. */
const notAtRoot: readonly string[] = ["$ref", "allOf", "anyOf", "oneOf", "not", "enum", "const", "if", "then", "else"];

/**
 * Moves the properties of alternatives and references at the root to the root itself, where OpenAI and Anthropic accept
 * neither. The properties of alternatives become optional.
 * https://github.com/langchain-ai/langchain/issues/39271
 */
function withObjectRoot(root: JsonRecord): JsonRecord {
  if (!notAtRoot.some((keyword) => keyword in root)) return root;
  const properties: Record<string, unknown> = {};
  const required: unknown[] = [];
  let references = 0;

  function collect(node: unknown, isRequired: boolean, depth: number): void {
    if (!isRecord(node) || depth > maxReferences) return;
    for (const [name, value] of Object.entries(recordOf(node.properties))) {
      if (!Object.hasOwn(properties, name)) setOwn(properties, name, value);
    }
    if (isRequired) required.push(...listOf(node.required));
    if (typeof node.$ref === "string" && references++ < maxReferences) {
      collect(resolveReference(root, node.$ref), isRequired, depth + 1);
    }
    for (const part of listOf(node.allOf)) collect(part, isRequired, depth + 1);
    for (const part of [...listOf(node.anyOf), ...listOf(node.oneOf), node.then, node.else]) {
      collect(part, false, depth + 1);
    }
  }

  collect(root, true, 0);
  const rest = Object.entries(root).filter(([keyword]) => !notAtRoot.includes(keyword));
  return { ...Object.fromEntries(rest), properties, ...(required.length > 0 && { required }) };
}

/** Sets a property whose name may be that of a prototype. */
function setOwn(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function typesOf(value: unknown): unknown {
  const listed = [...new Set(listOf(value).filter((each) => types.includes(each)))];
  if (Array.isArray(value)) return listed.length > 0 ? listed : undefined;
  return types.includes(value) ? value : undefined;
}

function mapValues(record: JsonRecord, change: (value: unknown) => unknown): JsonRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
