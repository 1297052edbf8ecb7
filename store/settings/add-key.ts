import type { ModelSettings } from "@/lib/chat/model-settings";
import { AppError, type ErrorCode, toAppError } from "@/lib/errors";
import { serverAddress } from "@/lib/links/pasted-key";
import { findModel } from "@/lib/models/model-list";
import { type ApiType, apiRow, apiTypeNames, defaultApiType } from "@/lib/providers/api-types";
import {
  apiTypeOf,
  type CustomEndpoint,
  customEndpoint,
  endpointIdPrefix,
  withApiType,
} from "@/lib/providers/custom-endpoint";
import { hasOnlyKey } from "@/lib/providers/one-key";
import { boundNameOf, endpointOf, type Provider } from "@/lib/providers/provider";
import { type AccessSettings, addressOf, hostOf, isFreeName, withAccessValue } from "@/lib/settings/access-settings";
import { hasOwnCredentials } from "@/lib/settings/credentials";
import { builtInProviders, namedServers, providersOf, useAccess } from "@/store/settings/access";
import { type AccessInUse, availableModels, useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";

/** The choice of a server that is not in the list of providers, with the default API. */
export const compatibleServer = "compatible";

/** The choices of servers with other APIs, in display order, with the name of the API. */
export const otherServers = apiTypeNames
  .filter((type) => type !== defaultApiType)
  .map((type) => ({ choice: `${compatibleServer}-${type}`, apiType: type, api: apiRow(type).label }));

/** Returns the API of a server that was chosen; undefined if a provider was chosen. */
export function apiOfChoice(choice: string): ApiType | undefined {
  if (choice === compatibleServer) return defaultApiType;
  return otherServers.find((each) => each.choice === choice)?.apiType;
}

/** Returns the choice of a server with an API. */
export function choiceOfApi(apiType: ApiType): string {
  return otherServers.find((each) => each.apiType === apiType)?.choice ?? compatibleServer;
}

/** The input of the dialog. Nothing of it is stored until `storeKey`. */
export interface KeyEntry {
  /** A provider's id, or the choice of a server (`apiOfChoice`). */
  readonly choice: string;
  readonly key: string;
  /** The normalized address; empty for the provider's own. */
  readonly address: string;
}

/** The result of a check: the models, or that the server answers but lists none, or that it has no list there. */
export type KeyCheck =
  | { readonly kind: "listed"; readonly models: readonly string[] }
  | { readonly kind: "unlisted" | "not-found" };

/** Providers for chats whose only credential is one key, and which have a public address. */
export const keyProviders: readonly Provider[] = builtInProviders.filter(hasOnlyKey);

/** Returns the provider of an entry. A server whose address and API are already stored is that endpoint. */
export function providerOfEntry(
  { choice, address }: Pick<KeyEntry, "choice" | "address">,
  access: AccessSettings,
): Provider | undefined {
  const apiType = apiOfChoice(choice);
  if (apiType === undefined) return keyProviders.find(({ id }) => id === choice);
  return endpointAt(address, apiType, access) ?? customEndpoint(withApiType(unnamedEndpoint, apiType));
}

/** Whether a choice has an API with a list of models, by which a key can be checked. */
export function listsModels(choice: string): boolean {
  return providerOfEntry({ choice, address: "" }, useAccess.getState())?.modelList !== undefined;
}

/** An endpoint for checks before it is added. */
const unnamedEndpoint: CustomEndpoint = { id: `${endpointIdPrefix}new`, name: "", boundName: "", models: [] };

function endpointAt(address: string, apiType: ApiType, access: AccessSettings): Provider | undefined {
  const withApi = access.endpoints.filter((endpoint) => apiTypeOf(endpoint) === apiType).map(customEndpoint);
  return withApi.find((provider) => {
    const own = addressOf(provider, access);
    return own && serverAddress(own)?.address.replace(/\/v1$/, "") === address.replace(/\/v1$/, "");
  });
}

/** Returns the access settings with an entry, as `storeKey` would store it. The key is bound to the entry's host. */
export function withEntry<A extends AccessSettings>(access: A, provider: Provider, { key, address }: KeyEntry): A {
  const url = endpointOf(provider);
  const withAddress = url ? { ...access, ...withAccessValue(access, provider, url.name, address) } : access;
  return { ...withAddress, ...withAccessValue(withAddress, provider, "apiKey", key), useCustomConfig: true };
}

/**
 * Checks an entry by fetching the model list. Stores nothing. A server that answers but lists no models is accepted if
 * the entry has its own address. Throws AppError.
 */
export async function checkKey(entry: KeyEntry, signal: AbortSignal): Promise<KeyCheck> {
  const access = useAccess.getState();
  const provider = providerOfEntry(entry, access);
  if (!provider) throw new AppError("not-supported");
  if (!provider.modelList) return { kind: "unlisted" };
  try {
    const models = await useModels.getState().tryModels(provider, withEntry(access, provider, entry), signal);
    return models.length > 0 ? { kind: "listed", models } : { kind: "unlisted" };
  } catch (thrown) {
    const error = toAppError(thrown);
    // Servers without a model list answer 404, 405 or 400. With 404, the address may also be wrong.
    if (entry.address !== "" && error.code === "not-found") return { kind: "not-found" };
    if (entry.address !== "" && error.code === "bad-request") return { kind: "unlisted" };
    throw error;
  }
}

/** Codes of failures after which it is unknown whether a key works: the browser may not read the response, or none came. */
const unknownCodes: readonly ErrorCode[] = ["network", "timeout", "server", "overloaded", "rate-limit"];

/** Whether an entry can be used although its check failed. */
export function canUseUnchecked({ code }: AppError): boolean {
  return unknownCodes.includes(code);
}

/** Returns the host that gets the key of an entry. */
export function hostOfEntry(entry: KeyEntry, access: AccessSettings): string {
  const provider = providerOfEntry(entry, access);
  return hostOf(entry.address) || hostOf((provider && endpointOf(provider)?.publicUrl) ?? "") || "";
}

/**
 * Stores the key and the address of an entry, and the models of its check. A compatible server becomes a new endpoint,
 * unless there is one with its address. Returns its provider.
 */
export function storeKey(entry: KeyEntry, check: KeyCheck, model: string): Provider {
  const provider = providerToStore(entry, model);
  const url = endpointOf(provider);
  const { setValue, setUseCustomConfig } = useAccess.getState();
  // The address comes first, because the key is bound to its host.
  if (url && !url.isFixed) setValue(provider, url.name, entry.address);
  // A server without a key may be stored already; its key remains.
  if (entry.key !== "") setValue(provider, "apiKey", entry.key);
  if (!provider.isCustom) setUseCustomConfig(true);
  if (check.kind === "listed") useModels.getState().storeModels(provider, check.models);
  return provider;
}

function providerToStore(entry: KeyEntry, model: string): Provider {
  const access = useAccess.getState();
  const known = providerOfEntry(entry, access);
  if (!known) throw new AppError("not-supported");
  if (!known.isCustom) return known;
  const stored = access.endpoints.find(({ id }) => id === known.id);
  const endpoint = stored ?? access.addEndpoint(freeName(entry.address, access), apiOfChoice(entry.choice));
  const models = model === "" || endpoint.models.includes(model) ? endpoint.models : [...endpoint.models, model];
  if (models !== endpoint.models) useAccess.getState().changeEndpoint({ ...endpoint, models });
  return customEndpoint({ ...endpoint, models });
}

/** Returns the host of an address as the name of its endpoint, with a number if that is taken. */
function freeName(address: string, access: AccessInUse): string {
  const host = new URL(address).host;
  const servers = namedServers(access);
  const names = Array.from({ length: servers.length + 2 }, (_, index) => (index === 0 ? host : `${host} ${index + 1}`));
  return names.find((name) => isFreeName(name, builtInProviders, servers)) ?? host;
}

/** Whether a model can answer now: it is available, and the user or the site has access to its provider. */
export function canAnswer(settings: Pick<ModelSettings, "model" | "providerName">): boolean {
  const access = useAccess.getState();
  const { fetched } = useModels.getState();
  const found = findModel(availableModels(access, fetched, useSettings.getState().customModels), settings);
  if (!found || found.isKeyless) return false;
  const provider = providersOf(access).find((each) => boundNameOf(each) === settings.providerName);
  if (provider?.isDemo) return false;
  if (provider && (provider.isLocal || provider.isCustom || hasOwnCredentials(provider, access, access.reach))) {
    return true;
  }
  return access.reach.relay !== undefined && (!access.flags?.needCode || access.accessCode.trim() !== "");
}

/** Whether no key is set: neither the user nor, by its flags, the server has one. */
export function hasNoKey(access: AccessInUse): boolean {
  if (access.flags?.served && access.flags.served.length > 0) return false;
  return !providersOf(access).some((provider) =>
    provider.isCustom
      ? addressOf(provider, access) !== ""
      : !provider.isLocal && hasOwnCredentials(provider, access, access.reach),
  );
}
