import type { JsonRecord } from "@/lib/json";
import type { ApiType } from "@/lib/providers/api-types";
import { azureBody, azureCall } from "@/lib/server/azure-call";
import type { ProviderConfig } from "@/lib/server/provider-config";
import type { RelayCall } from "@/lib/server/relay-call";
import type { ServerConfig } from "@/lib/server/server-config";

/** The relay's special treatment of calls to one provider. */
interface RelayRules {
  /** Returns the call as it goes to the operator's own address. */
  readonly rewrite?: (call: RelayCall, config: ServerConfig) => RelayCall;
  /** Returns the JSON body as it goes to the operator's own address. */
  readonly rewriteBody?: (body: JsonRecord, call: RelayCall, config: ServerConfig) => JsonRecord;
  /** The beginning of the names of models inside of bodies. */
  readonly modelPrefix?: string;
  /** Returns headers for calls with the server's key. */
  readonly serverHeaders?: (config: ServerConfig) => Readonly<Record<string, string>>;
}

/** Special treatment by provider id. Most providers need none. */
const rulesByProvider: Readonly<Record<string, RelayRules>> = {
  azure: { rewrite: azureCall, rewriteBody: azureBody },
  // Each text of `batchEmbedContents` names the model again: https://ai.google.dev/api/embeddings
  google: { modelPrefix: "models/" },
  openai: {
    serverHeaders: ({ organization }): Record<string, string> =>
      organization === "" ? {} : { "openai-organization": organization },
  },
};

/** Special treatment of an operator's own servers, by API. */
const rulesByApi: Readonly<Partial<Record<ApiType, RelayRules>>> = { azure: { rewrite: azureCall } };

/** Returns the special treatment of a provider's calls. */
export function relayRules({ provider, api }: Pick<ProviderConfig, "provider" | "api">): RelayRules {
  return (api ? rulesByApi[api] : rulesByProvider[provider.id]) ?? {};
}
