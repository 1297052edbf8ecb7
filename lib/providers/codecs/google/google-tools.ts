import type { ToolDefinition } from "@/lib/chat/tool";
import { isRecord, recordOf } from "@/lib/providers/json";

/** What JSON schemas say and Gemini's do not know: it refuses them. */
const unknownKeywords: readonly string[] = ["$schema", "additionalProperties"];
/** What stands under these is data or names, no schema. */
const dataKeywords: readonly string[] = ["const", "default", "enum", "example", "examples", "required"];
/** A schema without properties that says no more than these says nothing. */
const bareKeywords: readonly string[] = ["type", "properties", "required", "title", "description", ...unknownKeywords];

/** Returns the tools of a request in Gemini's form. */
export function googleTools(tools: readonly ToolDefinition[]): unknown[] {
  return [{ functionDeclarations: tools.map(declarationOf) }];
}

/** A function without parameters must not have an empty schema of them. */
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
  // Properties may be called anything, also like a keyword.
  if (keyword !== "properties" || !isRecord(value)) return cleaned(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, cleaned(schema)]));
}
