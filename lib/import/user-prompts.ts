import { contentId, sourceId } from "@/lib/import/content-id";
import type { DocumentState, FormatId } from "@/lib/import/imported";
import { type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Creates the prompts document from another product's list; empty if no prompt has both a title and a text. */
export function userPrompts(
  format: FormatId,
  list: unknown,
  textOf: (prompt: JsonRecord) => unknown,
): Record<string, DocumentState> {
  const prompts = listOf(list).flatMap((item) => {
    const prompt = recordOf(item);
    const title = stringOf(prompt.title) || stringOf(prompt.name);
    const content = stringOf(textOf(prompt));
    if (!title || !content) return [];
    const id = `${format}:${sourceId(prompt.id) ?? contentId(title, content)}`;
    return [[id, { id, isUser: true, title, content, createdAt: 0 }] as const];
  });
  return prompts.length > 0 ? { "prompt-store": { prompts: Object.fromEntries(prompts) } } : {};
}
