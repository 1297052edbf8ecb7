import type { ChatEvent } from "@/lib/chat/event";
import type { Usage } from "@/lib/chat/message";
import { type JsonRecord, parseJson, recordOf, stringOf } from "@/lib/json";
import { errorOfText } from "@/lib/providers/codecs/reply-error";
import type { ServerEvent } from "@/lib/providers/provider";

/**
 * Parses one event of LM Studio's native chat stream. Progress and unknown events return no events. Never throws.
 *
 * This API has no codec here: it accepts no history except the one it stores, and it runs its own tools.
 * https://lmstudio.ai/docs/developer/rest/streaming-events
 */
export function parseLmStudioEvent({ event, data }: ServerEvent): ChatEvent[] {
  const payload = recordOf(parseJson(data));
  switch (stringOf(payload.type) || event) {
    case "reasoning.delta":
      return stringOf(payload.content) ? [{ type: "reasoning-delta", text: stringOf(payload.content) }] : [];
    case "message.delta":
      return stringOf(payload.content) ? [{ type: "text-delta", text: stringOf(payload.content) }] : [];
    case "error":
      return [{ type: "error", error: errorOfText(data) }];
    case "chat.end":
      return [...usageEvents(recordOf(recordOf(payload.result).stats)), { type: "end" }];
    default:
      return [];
  }
}

function usageEvents({ input_tokens, total_output_tokens, reasoning_output_tokens }: JsonRecord): ChatEvent[] {
  if (typeof input_tokens !== "number" || typeof total_output_tokens !== "number") return [];
  const usage: Usage = {
    inputTokens: input_tokens,
    outputTokens: total_output_tokens,
    ...(typeof reasoning_output_tokens === "number" ? { reasoningTokens: reasoning_output_tokens } : {}),
    totalTokens: input_tokens + total_output_tokens,
  };
  return [{ type: "usage", usage }];
}
