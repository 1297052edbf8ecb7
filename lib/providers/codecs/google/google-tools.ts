import type { ToolDefinition } from "@/lib/chat/tool";
import { isRecord, recordOf } from "@/lib/providers/json";

/** JSON Schema keywords that Gemini does not support and rejects. */
const unknownKeywords: readonly string[] = ["$schema", "additionalProperties"];
/** Keywords whose values are data or names, not schemas. */
const dataKeywords: readonly string[] = ["const", "default", "enum", "example", "examples", "required"];
/** Keywords that do not make a schema without properties worth sending. */
const bareKeywords: readonly string[] = ["type", "properties", "required", "title", "description", ...unknownKeywords];

/** Returns the tools of a request in Gemini's form. */
export function googleTools(tools: readonly ToolDefinition[]): unknown[] {
  return [{ functionDeclarations: tools.map(declarationOf) }];
}

/** Returns a function declaration. Gemini rejects an empty schema, so functions without parameters have none. */
function declarationOf({ name, description, parameters }: ToolDefinition): Record<string, unknown> {
  return { name, description, ...(isEmpty(parameters) ? {} : { parameters: cleaned(parameters) }) };
}

function isEmpty(schema: Readonly<Record<string, unknown>>): boolean {
  const hasProperties = Object.keys(recordOf(schema.properties)).length > 0;
  return !hasProperties && Object.keys(schema).every((keyword) => bareKeywords.includes(keyword));
}

function cleaned(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(cleaned);
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !unknownKeywords.includes(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, cleanedValue(keyword, value)]));
}

function cleanedValue(keyword: string, value: unknown): unknown {
  if (dataKeywords.includes(keyword)) return value;
  // A property may have the same name as a keyword.
  if (keyword !== "properties" || !isRecord(value)) return cleaned(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, cleaned(schema)]));
}
