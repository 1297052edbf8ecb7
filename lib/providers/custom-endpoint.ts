import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { defineProvider, type Provider } from "@/lib/providers/provider";

/** A server that the user named; its address and key are stored like those of any provider. */
export interface CustomEndpoint {
  readonly id: string;
  /** As shown; no provider's and no other endpoint's. */
  readonly name: string;
  /**
   * The text by which chats are bound to it, which a rename leaves as it is: the id, or the name that an endpoint of an
   * earlier version had.
   */
  readonly boundName: string;
  readonly models: readonly string[];
}

/** Marks the ids of custom endpoints, so that no provider to come takes one. */
export const endpointIdPrefix = "custom-";

/** Makes the provider of a custom endpoint: the OpenAI dialect at the user's own address, with or without a key. */
export function customEndpoint({ id, name, boundName, models }: CustomEndpoint): Provider {
  return defineProvider({
    id,
    name,
    boundName,
    isCustom: true,
    fields: { url: endpoint(""), apiKey: secret() },
    auth: bearer,
    relayed: [],
    models,
    chat: () => openAIDialect({ path: "v1/chat/completions", sendsUsageOption: true }),
    listsModelsAtStart: true,
    // The models that the user typed stay beside those that the server lists.
    modelList: { ...openAIModelList({ path: "v1/models" }), isPartial: true },
  }) as Provider;
}
