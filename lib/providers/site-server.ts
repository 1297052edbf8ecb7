import { endpoint, isTextList, secret } from "@/lib/fields/fields";
import { listOf, recordOf } from "@/lib/json";
import { type ApiType, apiRow, isApiType, partsOfApi } from "@/lib/providers/api-types";
import type { Provider } from "@/lib/providers/provider";

/** A model server of the operator, as browsers know it: without its address and keys. */
export interface SiteServer {
  /** The prefix of its route. It also binds chats to the server. */
  readonly id: string;
  /** Displayed name. */
  readonly name: string;
  readonly api: ApiType;
  /** Models that the operator named. */
  readonly models: readonly string[];
}

/** Prefix of the ids of the operator's servers, so that they cannot collide with those of providers and endpoints. */
export const siteIdPrefix = "site-";

/** Maximum length of the name of such a server, in characters. */
export const maxSiteNameChars = 60;

/** Maximum number of models that the operator names for one server. */
export const maxSiteModels = 200;

/** Maximum number of servers: those in `SERVERS`, and those with a variable of their own. */
const maxServers = 24;

/** Creates the provider of an operator's server. Only the server has an address, keys and a list of relayed calls. */
export function siteServer({ id, name, api, models }: SiteServer, relayed: Provider["relayed"] = []): Provider {
  const { provider, fields, siteModelList, siteChat } = apiRow(api);
  const { relayedHeaders } = provider;
  return {
    ...(partsOfApi(api, siteModelList) as Pick<Provider, "auth" | "chat">),
    ...(siteChat && { chat: siteChat }),
    id,
    name,
    boundName: id,
    isSite: true,
    fields: { url: endpoint(""), apiKey: secret(), ...fields },
    relayed,
    models,
    ...(relayedHeaders && { relayedHeaders }),
  };
}

/** Reads the operator's servers in the response of `/api/config`. Invalid ones and those with an unknown API are skipped. */
export function readSiteServers(value: unknown): readonly SiteServer[] {
  const servers = listOf(value)
    .slice(0, maxServers)
    .flatMap((each): SiteServer[] => {
      const { id, name, api, models } = recordOf(each);
      if (typeof id !== "string" || !/^site-[a-z\d-]{1,300}$/.test(id) || !isApiType(api)) return [];
      if (typeof name !== "string" || name === "" || name.length > maxSiteNameChars) return [];
      return [{ id, name, api, models: isTextList(models) ? models.slice(0, maxSiteModels) : [] }];
    });
  return [...new Map(servers.map((server) => [server.id, server])).values()];
}
