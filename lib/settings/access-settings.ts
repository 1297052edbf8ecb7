import { type Field, isTextList, secret } from "@/lib/fields/fields";
import { isRecord } from "@/lib/json";
import { apiRow, defaultApiType, isApiType } from "@/lib/providers/api-types";
import {
  apiTypeOf,
  type CustomEndpoint,
  customEndpoint,
  endpointIdPrefix,
  withApiType,
} from "@/lib/providers/custom-endpoint";
import { endpointOf, type Provider, secretNames } from "@/lib/providers/provider";

/** The user's own credentials as stored: one value for each field of each provider, by `accessKey`. */
export interface AccessSettings {
  readonly accessCode: string;
  /** Whether the user's own URLs and keys are used instead of the server's. */
  readonly useCustomConfig: boolean;
  readonly values: Readonly<Record<string, string>>;
  /**
   * The host for which each secret was entered, by `accessKey`; an empty string is the default URL. A key is sent to no
   * other host (docs/decisions/0009-keys-and-hosts.md).
   */
  readonly hosts: Readonly<Record<string, string>>;
  /** Servers that the user added. */
  readonly endpoints: readonly CustomEndpoint[];
  /**
   * Stored values that links replaced, by provider id, which `former-access.ts` reads. They are specific to the device:
   * not synced and not imported.
   */
  readonly formerAccess: Readonly<Record<string, unknown>>;
  readonly lastUpdateTime: number;
}

/**
 * Host of a key that NextChat used on this site, until the server has named the host of its upstream
 * (`ServerFlags.upstreamHosts`). A key with this host is not sent.
 */
export const siteHost = "@site";

const accessCode = secret();

/** Maximum number of models of a server, which a link, an import or the server itself may list. */
const maxModels = 2000;

const endpointId = new RegExp(`^${endpointIdPrefix}[\\w-]+$`);

/** Returns the storage name of a provider's field: `openai` and `apiKey` give `openaiApiKey`. */
export function accessKey(provider: Pick<Provider, "id">, field: string): string {
  return provider.id + field.charAt(0).toUpperCase() + field.slice(1);
}

/** Returns all providers: the built-in ones, then the user's own endpoints. */
export function withEndpoints(builtIn: readonly Provider[], endpoints: readonly CustomEndpoint[]): readonly Provider[] {
  return [...builtIn, ...endpoints.map(customEndpoint)];
}

/** Reads the access settings from any input, for the built-in providers; unknown fields are dropped. Never throws. */
export function readAccessSettings(builtIn: readonly Provider[], input: unknown): AccessSettings {
  const source: Record<string, unknown> = typeof input === "object" && input !== null ? { ...input } : {};
  const hosts: Record<string, unknown> = typeof source.hosts === "object" && source.hosts ? { ...source.hosts } : {};
  const endpoints = readEndpoints(source.endpoints, builtIn);
  const values: Record<string, string> = {};
  const knownHosts: Record<string, string> = {};
  for (const [key, field] of accessFields(withEndpoints(builtIn, endpoints))) {
    values[key] = String(field.read(source[key] ?? field.default));
    const host = hosts[key];
    if (field.kind === "secret" && typeof host === "string") knownHosts[key] = host;
  }
  return {
    accessCode: accessCode.read(source.accessCode ?? ""),
    useCustomConfig: source.useCustomConfig === true,
    values,
    hosts: knownHosts,
    endpoints,
    formerAccess: isRecord(source.formerAccess) ? source.formerAccess : {},
    lastUpdateTime: typeof source.lastUpdateTime === "number" ? source.lastUpdateTime : 0,
  };
}

/** Returns the stored shape of the settings: values are at the top level. */
export function storedAccessSettings(access: AccessSettings): Record<string, unknown> {
  const { accessCode, useCustomConfig, values, hosts, endpoints, formerAccess, lastUpdateTime } = access;
  const former = Object.keys(formerAccess).length > 0 ? { formerAccess } : {};
  return { accessCode, useCustomConfig, hosts, endpoints, ...former, lastUpdateTime, ...values };
}

/** Binds the keys that a NextChat used on this site to the host of the server's upstream; "" is the public URL. */
export function withSiteHosts(
  access: AccessSettings,
  providers: readonly Provider[],
  upstreamHosts: Readonly<Record<string, string>>,
): Pick<AccessSettings, "hosts"> {
  const bound = providers.flatMap((provider) =>
    secretNames(provider)
      .map((name) => accessKey(provider, name))
      .filter((key) => access.hosts[key] === siteHost)
      .map((key) => [key, upstreamHosts[provider.id] ?? ""] as const),
  );
  return { hosts: { ...access.hosts, ...Object.fromEntries(bound) } };
}

/**
 * Adds an endpoint, or replaces the one with the same id. If its API is another than before, the options of the API get
 * their defaults: the version of one API means nothing to another.
 */
export function withEndpoint(
  access: AccessSettings,
  endpoint: CustomEndpoint,
): Pick<AccessSettings, "endpoints" | "values"> {
  const known = access.endpoints.find(({ id }) => id === endpoint.id);
  const endpoints = known
    ? access.endpoints.map((each) => (each === known ? endpoint : each))
    : [...access.endpoints, endpoint];
  const former = known ?? withApiType(endpoint, defaultApiType);
  if (apiTypeOf(former) === apiTypeOf(endpoint)) return { endpoints, values: access.values };
  const formerKeys = new Set(apiOptions(former).map(([key]) => key));
  const others = Object.entries(access.values).filter(([key]) => !formerKeys.has(key));
  const defaults = apiOptions(endpoint).map(([key, field]) => [key, String(field.default)] as const);
  return { endpoints, values: Object.fromEntries([...others, ...defaults]) };
}

/** Returns the fields of an endpoint that only its API has, by their storage names. */
function apiOptions(endpoint: CustomEndpoint): [string, Field][] {
  return Object.entries(apiRow(apiTypeOf(endpoint)).fields).map(([name, field]) => [accessKey(endpoint, name), field]);
}

/** Whether a name is free for an endpoint: neither a provider nor another endpoint has it. */
export function isFreeName(
  name: string,
  builtIn: readonly Provider[],
  others: readonly Pick<CustomEndpoint, "name">[],
): boolean {
  const wanted = name.trim().toLowerCase();
  return wanted !== "" && [...builtIn, ...others].every((each) => each.name.toLowerCase() !== wanted);
}

/** Reads endpoints one by one; invalid ones and those with a taken name are skipped. */
function readEndpoints(stored: unknown, builtIn: readonly Provider[]): CustomEndpoint[] {
  const read: CustomEndpoint[] = [];
  for (const each of Array.isArray(stored) ? stored : []) {
    const endpoint = readEndpoint(each);
    if (!endpoint || read.some(({ id, boundName }) => id === endpoint.id || boundName === endpoint.boundName)) continue;
    if (isFreeName(endpoint.name, builtIn, read)) read.push(endpoint);
  }
  return read;
}

function readEndpoint(stored: unknown): CustomEndpoint | undefined {
  const { id, name, boundName, models, apiType } = isRecord(stored) ? stored : {};
  if (typeof id !== "string" || !endpointId.test(id) || typeof name !== "string" || name.trim() === "")
    return undefined;
  const endpoint = {
    id,
    name: name.trim(),
    models: isTextList(models) ? models.slice(0, maxModels) : [],
    // Earlier versions bound chats by name.
    boundName: (typeof boundName === "string" && boundName) || name.trim(),
  };
  return withApiType(endpoint, isApiType(apiType) ? apiType : defaultApiType);
}

/** Returns a provider's own values, by field name. */
export function valuesOfProvider(provider: Provider, access: AccessSettings): Record<string, string> {
  return Object.fromEntries(
    Object.keys(provider.fields).map((name) => [name, access.values[accessKey(provider, name)] ?? ""]),
  );
}

/** Sets one field; a secret is bound to the host of the provider's current URL. */
export function withAccessValue(
  access: AccessSettings,
  provider: Provider,
  name: string,
  value: string,
): Omit<AccessSettings, "lastUpdateTime"> {
  const key = accessKey(provider, name);
  const values = { ...access.values, [key]: value.trim() };
  if (!secretNames(provider).includes(name)) return { ...access, values };
  const { [key]: _former, ...hosts } = access.hosts;
  const host = hostOf(addressOf(provider, access));
  return { ...access, values, hosts: host === undefined ? hosts : { ...hosts, [key]: host } };
}

/** Returns the user's own URL for a provider; empty means the default. */
export function addressOf(provider: Provider, access: AccessSettings): string {
  const endpoint = endpointOf(provider);
  const address = endpoint && !endpoint.isFixed ? (access.values[accessKey(provider, endpoint.name)] ?? "") : "";
  // NextChat stores the path of its relay if the user has not entered a URL.
  return address.startsWith("/") ? "" : address;
}

/**
 * Returns the host of a URL with its port; empty for an empty URL, which means the default.
 *
 * An unencrypted host is a different one, with its scheme (`http://…`): a key for one is not sent to the other. An
 * invalid URL has no host: an appended path could give it one (`https://\` and `/v1` lead to `v1`).
 */
export function hostOf(address: string): string | undefined {
  const url = withScheme(address);
  if (url === "") return "";
  if (!URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return protocol === "https:" ? host : `${protocol}//${host}`;
}

/** Whether a text is valid as an own URL: empty, or a web host with or without `http(s)://`. */
export function isAddress(text: string): boolean {
  const hasOtherScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) && !/^https?:\/\//i.test(text);
  return text === "" || (!hasOtherScheme && !/\s/.test(text) && URL.canParse(withScheme(text)));
}

/**
 * Adds `https://` to a URL without a scheme; empty stays empty. Trailing slashes are removed. So are trailing white
 * space and control characters: URL parsers drop them at the end, but they would break an appended path.
 */
export function withScheme(address: string): string {
  const bare = address.trim().replace(/[\s\p{Cc}/]+$/u, "");
  return bare === "" || /^https?:\/\//i.test(bare) ? bare : `https://${bare}`;
}

/** Returns the fields of providers by their storage names. */
export function accessFields(providers: readonly Provider[]): [string, Field][] {
  return providers.flatMap((provider) =>
    Object.entries(provider.fields).map(([name, field]): [string, Field] => [accessKey(provider, name), field]),
  );
}
