import { isRecord, type JsonRecord, parseJson } from "@/lib/json";

/** Maximum length of a JSON Schema, in characters. */
export const maxSchemaChars = 20_000;

/** The JSON that a request asks for in place of text: free, or described by a schema. */
export type AnswerFormat = { readonly type: "json" } | { readonly type: "schema"; readonly schema: JsonRecord };

/** Reads a JSON Schema. Returns undefined for text that is too long, and for anything but an object with fields. */
export function readSchema(text: string): JsonRecord | undefined {
  const value = text.length <= maxSchemaChars ? parseJson(text) : undefined;
  return isRecord(value) && Object.keys(value).length > 0 ? value : undefined;
}

/** Returns the form of answers in model settings; undefined for text, and for a schema that cannot be read. */
export function answerFormatOf(settings: {
  readonly answerFormat: "text" | "json" | "schema";
  readonly answerSchema: string;
}): AnswerFormat | undefined {
  if (settings.answerFormat === "text") return undefined;
  if (settings.answerFormat === "json") return { type: "json" };
  const schema = readSchema(settings.answerSchema);
  return schema && { type: "schema", schema };
}
