import type { Message } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ChatRequest } from "@/lib/chat/request";
import { higherLimit } from "@/lib/models/higher-limit";
import { abilitiesNow } from "@/store/settings/abilities";
import { providerInUse } from "@/store/settings/models";

/**
 * Returns a higher token limit for a reply that reached its limit; undefined if the model allows none, or if its requests
 * contain no limit, so that another one would change nothing.
 */
export async function findHigherLimit(
  settings: ModelSettings,
  { usage }: Pick<Message, "usage">,
): Promise<number | undefined> {
  const limit = higherLimit(settings.max_tokens, abilitiesNow(settings), usage?.outputTokens);
  const codec = await providerInUse(settings)?.chat(settings.model);
  if (limit === undefined || !codec) return undefined;
  const request: ChatRequest = { model: settings.model, messages: [{ role: "user", content: "" }], stream: true };
  const bodyWith = (maxOutputTokens: number) =>
    codec.buildRequest({ ...request, maxOutputTokens }, { baseUrl: "", headers: {} }).body;
  return bodyWith(limit) === bodyWith(limit - 1) ? undefined : limit;
}
