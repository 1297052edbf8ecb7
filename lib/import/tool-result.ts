import { paragraphs } from "@/lib/import/markdown";
import { listOf, printJson, recordOf } from "@/lib/json";

/** Returns a tool's output as text: its text parts, or else its value as JSON. */
export function toolResultText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  const words = listOf(value).map((part) => recordOf(part).text);
  if (words.length > 0 && words.every((word) => typeof word === "string")) return paragraphs(words);
  return printJson(value) ?? "";
}
