import { embedderOf } from "@/lib/providers/embedders";
import { boundNameOf, type Connection, type Provider } from "@/lib/providers/provider";
import { addressOf } from "@/lib/settings/access-settings";
import { connect, isSentByRelay } from "@/lib/settings/connect";
import { hasOwnCredentials } from "@/lib/settings/credentials";
import type { CalledModel } from "@/store/costs/called-model";
import { type EmbeddingSettings, refreshEmbeddingSettings } from "@/store/embeddings/embedding-settings";
import { isAuthorized, providersOf, useAccess } from "@/store/settings/access";
import { isOnOperatorsList } from "@/store/settings/operators-list";

/** A server that computes vectors. */
export interface EmbeddingServer {
  readonly provider: Provider;
  /** The host to which passages are sent. */
  readonly host: string;
  /** Whether they go through this site's server. */
  readonly isRelayed: boolean;
  /** The model that is proposed; empty if it depends on what the server has loaded. */
  readonly model: string;
}

/** The server and the model in use. */
export interface ChosenEmbedder extends EmbeddingServer {
  readonly called: CalledModel;
  /** Identifies the vectors of the model: vectors of others cannot be compared with them. */
  readonly key: string;
}

/** Number of the way in which documents are split. Vectors of another way belong to other passages. */
const splitVersion = 1;

/** Returns the servers that can be used: with a key of the user or the site, on this computer, or added by the user. */
export function embeddingServers(): readonly EmbeddingServer[] {
  return providersOf(useAccess.getState()).flatMap((provider) => serverOf(provider) ?? []);
}

function serverOf(provider: Provider): EmbeddingServer | undefined {
  const row = embedderOf(provider);
  if (!row || !isUsable(provider, row.model)) return undefined;
  const access = useAccess.getState();
  const { baseUrl } = connectionOf(provider);
  if (!URL.canParse(baseUrl, location.href)) return undefined;
  const { host } = new URL(baseUrl, location.href);
  return { provider, host, isRelayed: isSentByRelay(provider, access, access.reach), model: row.model };
}

/** Whether a key is there, and the site's server forwards the call. */
function isUsable(provider: Provider, model: string): boolean {
  const access = useAccess.getState();
  const { reach, flags } = access;
  if (provider.isLocal) return true;
  if (provider.isCustom) return addressOf(provider, access) !== "";
  const isRelayed = isSentByRelay(provider, access, reach);
  if (isRelayed && !isOnOperatorsList({ model, provider }, flags)) return false;
  if (hasOwnCredentials(provider, access, reach)) return true;
  return isRelayed && isAuthorized(access) && (flags?.served?.includes(provider.id) ?? provider.id === "openai");
}

/** Returns the destination and the credentials of calls to a server. */
export function connectionOf(provider: Provider): Connection {
  const access = useAccess.getState();
  return connect(provider, access, access.reach);
}

/** Returns the name of a destination, which changes if passages would go elsewhere. */
export function destinationOf({ host, isRelayed, provider }: EmbeddingServer): string {
  return `${isRelayed ? "relay" : "direct"} ${provider.id} ${host}`;
}

/**
 * Returns the server and the model in use; undefined if the search by meaning is off, or the settings now lead to another
 * destination than the one that the user saw.
 */
export function chosenEmbedder(settings: EmbeddingSettings = refreshEmbeddingSettings()): ChosenEmbedder | undefined {
  const { isOn, providerId, model, destination } = settings;
  if (!isOn || model === "") return undefined;
  const server = embeddingServers().find(({ provider }) => provider.id === providerId);
  if (!server || destinationOf(server) !== destination) return undefined;
  const called = { providerName: boundNameOf(server.provider), model };
  return { ...server, called, key: `${splitVersion} ${destination} ${model}` };
}
