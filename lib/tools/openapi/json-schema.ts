import { isRecord } from "@/lib/fields/fields";
import { dereference } from "@/lib/tools/openapi/references";

/** A JSON schema as models are given it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What lies deeper is any value: models do not fill it, and circles end there. */
const maxDepth = 8;

/** The most parts of one operation's schema; what goes beyond is any value. */
const maxParts = 300;

/** What a model makes use of; all else (examples, XML, discriminators) would only be paid for. */
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

/** Returns a schema of a document as JSON schema on its own: nothing refers elsewhere, and no circle is left in it. */
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

/** OpenAPI 3.0 says `nullable` where JSON schema has a type of its own. */
function nullableType({ type, nullable }: Readonly<Record<string, unknown>>): JsonSchema {
  return nullable === true && typeof type === "string" ? { type: [type, "null"] } : {};
}
