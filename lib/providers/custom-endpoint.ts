import { endpoint, secret, text } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { gatewayDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { isImageModel } from "@/lib/providers/codecs/openai/openai-model-names";
import { readExtraHeaders } from "@/lib/providers/extra-headers";
import { ownServer } from "@/lib/providers/places";
import { defineProvider, type Provider } from "@/lib/providers/provider";

/** A server that the user added. Its URL and key are stored like those of any provider. */
export interface CustomEndpoint {
  readonly id: string;
  /** Displayed name, different from those of all providers and other endpoints. */
  readonly name: string;
  /**
   * The stored name that binds chats to the endpoint: the id, or the name of an endpoint from an earlier version. It
   * does not change when the endpoint is renamed.
   */
  readonly boundName: string;
  readonly models: readonly string[];
}

/** Prefix of the ids of custom endpoints, so that they cannot collide with a future provider's id. */
export const endpointIdPrefix = "custom-";

/**
 * Creates the provider of a custom endpoint: the OpenAI dialect at the user's URL, with or without a key, and OpenAI's image
 * API for its image models.
 */
export function customEndpoint({ id, name, boundName, models }: CustomEndpoint): Provider {
  return defineProvider({
    id,
    name,
    boundName,
    place: ownServer,
    isCustom: true,
    fields: {
      url: endpoint(""),
      apiKey: secret(),
      // Headers may contain keys, so they are secrets: bound to the host, and not part of exports without credentials.
      extraHeaders: secret(),
      extraBody: text({ section: "access" }),
    },
    auth: ({ apiKey, extraHeaders }) => withExtraHeaders(bearer({ apiKey }), extraHeaders),
    isComplete: ({ apiKey, extraHeaders }) => Boolean(apiKey || extraHeaders),
    relayed: [],
    models,
    chat: async (model) => {
      const dialect = isImageModel(model)
        ? (await import("@/lib/providers/codecs/openai/openai-images")).openAIImages({ path: "v1/images/generations" })
        : await gatewayDialect(model, { path: "v1/chat/completions", sendsUsageOption: true });
      const { withExtraBody } = await import("@/lib/providers/extra-body");
      return withExtraBody(dialect);
    },
    listsModelsAtStart: true,
    // Models that the user entered remain beside those that the server lists.
    modelList: { ...openAIModelList({ path: "v1/models", server: "unknown" }), isPartial: true },
  }) as Provider;
}

/** Adds the user's headers; one named `authorization` replaces that of the key. Invalid ones are not sent. */
function withExtraHeaders(headers: Record<string, string>, text: string): Record<string, string> {
  const extra = readExtraHeaders(text);
  if (!("headers" in extra)) return headers;
  const others = Object.entries(headers).filter(([name]) => !Object.hasOwn(extra.headers, name.toLowerCase()));
  return { ...Object.fromEntries(others), ...extra.headers };
}
