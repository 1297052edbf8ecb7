import type { ChatEvent } from "@/lib/chat/event";
import { readSource, type Source } from "@/lib/chat/sources";
import { type JsonRecord, listOf, recordOf } from "@/lib/json";

/** Parses the web pages of a chunk or a whole reply; each server has its own field for them. */
export function sourceEvents(payload: JsonRecord, message: JsonRecord): ChatEvent[] {
  const sources = [
    ...listOf(message.annotations).flatMap(annotationSource),
    ...listOf(payload.web_search).flatMap(zhipuSource),
    ...listOf(payload.search_results).flatMap(perplexitySource),
  ];
  return sources.length > 0 ? [{ type: "sources", sources }] : [];
}

/** OpenAI's search models and OpenRouter. https://openrouter.ai/docs/features/web-search */
function annotationSource(annotation: unknown): Source[] {
  const { url, title, content } = recordOf(recordOf(annotation).url_citation);
  return readSource(url, title, content);
}

/** Zhipu. https://docs.bigmodel.cn/cn/guide/tools/web-search */
function zhipuSource(page: unknown): Source[] {
  const { link, title, content } = recordOf(page);
  return readSource(link, title, content);
}

/** Perplexity. https://docs.perplexity.ai/api-reference/chat-completions-post */
function perplexitySource(page: unknown): Source[] {
  const { url, title, snippet } = recordOf(page);
  return readSource(url, title, snippet);
}
