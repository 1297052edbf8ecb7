import { endpoint, secret, text } from "@/lib/fields/fields";
import { type ApiType, apiRow, defaultApiType, partsOfApi } from "@/lib/providers/api-types";
import { readExtraHeaders } from "@/lib/providers/extra-headers";
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
  /** The API of the server; absent for the default (`defaultApiType`), as for endpoints of earlier versions. */
  readonly apiType?: ApiType;
}

/** Prefix of the ids of custom endpoints, so that they cannot collide with a future provider's id. */
export const endpointIdPrefix = "custom-";

/** Returns the API of a custom endpoint. */
export function apiTypeOf({ apiType = defaultApiType }: Pick<CustomEndpoint, "apiType">): ApiType {
  return apiType;
}

/** Returns an endpoint with an API. The default is not stored. */
export function withApiType({ apiType: _former, ...endpoint }: CustomEndpoint, apiType: ApiType): CustomEndpoint {
  return apiType === defaultApiType ? endpoint : { ...endpoint, apiType };
}

/**
 * Creates the provider of a custom endpoint: the API of its row at the user's URL, with or without a key, and with the
 * user's extra headers and extra body.
 */
export function customEndpoint(endpointOfUser: CustomEndpoint): Provider {
  const { id, name, boundName, models } = endpointOfUser;
  const api = apiTypeOf(endpointOfUser);
  const parts = partsOfApi(api);
  return defineProvider({
    ...parts,
    id,
    name,
    boundName,
    isCustom: true,
    ...(api === "ollama" && { hasOllamaApi: true as const }),
    fields: {
      url: endpoint(""),
      apiKey: secret(),
      ...apiRow(api).fields,
      // Headers may contain keys, so they are secrets: bound to the host, and not part of exports without credentials.
      extraHeaders: secret(),
      extraBody: text({ section: "access" }),
    },
    auth: (values) => withExtraHeaders(parts.auth(values), String(values.extraHeaders ?? "")),
    isComplete: ({ apiKey, extraHeaders }) => Boolean(apiKey || extraHeaders),
    relayed: [],
    models,
    chat: async (model) => {
      const codec = await parts.chat(model);
      const { withExtraBody } = await import("@/lib/providers/extra-body");
      return withExtraBody(codec);
    },
  }) as Provider;
}

/** Adds the user's headers; one named `authorization` replaces that of the key. Invalid ones are not sent. */
function withExtraHeaders(headers: Record<string, string>, text: string): Record<string, string> {
  const extra = readExtraHeaders(text);
  if (!("headers" in extra)) return headers;
  const others = Object.entries(headers).filter(([name]) => !Object.hasOwn(extra.headers, name.toLowerCase()));
  return { ...Object.fromEntries(others), ...extra.headers };
}
