import { isRecord } from "@/lib/json";
import { dereference } from "@/lib/tools/openapi/references";

/** A JSON Schema in the form for models. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Maximum depth: deeper parts accept any value, because models do not fill them. Cycles end there, too. */
const maxDepth = 8;

/** Maximum number of parts in one operation's schema; further parts accept any value. */
const maxParts = 300;

/** Keywords that models use. Others (examples, XML, discriminators) would only cost tokens. */
const plainKeys = [
  "type",
  "description",
  "enum",
  "const",
  "default",
  "format",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "pattern",
  "title",
] as const;

/** Returns a self-contained JSON Schema of a document's schema: without references and cycles. */
export function jsonSchemaOf(root: Readonly<Record<string, unknown>>, schema: unknown): JsonSchema {
  let parts = 0;

  function convert(node: unknown, above: readonly unknown[]): JsonSchema {
    const found = dereference(root, node);
    parts += 1;
    if (!isRecord(found) || above.includes(found) || above.length >= maxDepth || parts > maxParts) return {};
    const path = [...above, found];
    const all = (list: unknown) => (Array.isArray(list) ? list.map((each) => convert(each, path)) : []);
    const plain = Object.fromEntries(
      plainKeys.flatMap((key) => (Object.hasOwn(found, key) ? [[key, found[key]]] : [])),
    );
    return {
      ...plain,
      ...nullableType(found),
      ...(isRecord(found.properties) && { properties: mapped(found.properties, (each) => convert(each, path)) }),
      ...(Array.isArray(found.required) && { required: found.required.filter((name) => typeof name === "string") }),
      ...(found.items !== undefined && { items: convert(found.items, path) }),
      ...(isRecord(found.additionalProperties)
        ? { additionalProperties: convert(found.additionalProperties, path) }
        : typeof found.additionalProperties === "boolean" && { additionalProperties: found.additionalProperties }),
      ...(Array.isArray(found.allOf) && { allOf: all(found.allOf) }),
      ...(Array.isArray(found.anyOf) && { anyOf: all(found.anyOf) }),
      ...(Array.isArray(found.oneOf) && { oneOf: all(found.oneOf) }),
    };
  }

  return convert(schema, []);
}

function mapped(
  record: Readonly<Record<string, unknown>>,
  change: (value: unknown) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** Converts `nullable` of OpenAPI 3.0 to JSON Schema's null type. */
function nullableType({ type, nullable }: Readonly<Record<string, unknown>>): JsonSchema {
  return nullable === true && typeof type === "string" ? { type: [type, "null"] } : {};
}
