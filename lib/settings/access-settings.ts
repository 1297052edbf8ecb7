import * as v from "valibot";
import { type Field, isRecord, readField, secret } from "@/lib/fields/fields";
import { type CustomEndpoint, customEndpoint, endpointIdPrefix } from "@/lib/providers/custom-endpoint";
import { endpointOf, type Provider, secretNames } from "@/lib/providers/provider";

/** The user's own credentials, as stored: one value for each field of each provider, by `accessKey`. */
export interface AccessSettings {
  readonly accessCode: string;
  /** True: the user's own addresses and keys are used instead of the server's. */
  readonly useCustomConfig: boolean;
  readonly values: Readonly<Record<string, string>>;
  /**
   * The host for which each secret was entered, by `accessKey`; the empty text is the default address. A key is sent to
   * no other host (docs/decisions/0009).
   */
  readonly hosts: Readonly<Record<string, string>>;
  /** The servers that the user named. */
  readonly endpoints: readonly CustomEndpoint[];
  /**
   * The values that links replaced, by the id of their provider, as stored: `former-access.ts` reads them. Each device
   * keeps its own: they are not synced, and no file brings any.
   */
  readonly formerAccess: Readonly<Record<string, unknown>>;
  readonly lastUpdateTime: number;
}

/**
 * The host of a key that NextChat used on this site, until the server has named the host of its upstream
 * (`ServerFlags.upstreamHosts`). A key with this host is not sent.
 */
export const siteHost = "@site";

const accessCode = secret();

/** Maximum number of models of a server, which a link, an import or the server itself may list. */
const maxModels = 2000;

const endpointSchema: v.GenericSchema<unknown, CustomEndpoint> = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.regex(new RegExp(`^${endpointIdPrefix}[\\w-]+$`))),
    name: v.pipe(v.string(), v.trim(), v.minLength(1)),
    boundName: v.fallback(v.string(), ""),
    models: v.pipe(
      v.fallback(v.array(v.string()), []),
      v.transform((models) => models.slice(0, maxModels)),
    ),
  }),
  // Earlier versions bound chats by name.
  v.transform(({ boundName, ...endpoint }) => ({ ...endpoint, boundName: boundName || endpoint.name })),
);

/** Returns under which name a provider's field is stored: `openai` and `apiKey` give `openaiApiKey`. */
export function accessKey(provider: Pick<Provider, "id">, field: string): string {
  return provider.id + field.charAt(0).toUpperCase() + field.slice(1);
}

/** Returns all providers: the built-in ones, then the user's own endpoints. */
export function withEndpoints(builtIn: readonly Provider[], endpoints: readonly CustomEndpoint[]): readonly Provider[] {
  return [...builtIn, ...endpoints.map(customEndpoint)];
}

/** Reads the access settings from anything, for the built-in providers; unknown fields are dropped. Never throws. */
export function readAccessSettings(builtIn: readonly Provider[], input: unknown): AccessSettings {
  const source: Record<string, unknown> = typeof input === "object" && input !== null ? { ...input } : {};
  const hosts: Record<string, unknown> = typeof source.hosts === "object" && source.hosts ? { ...source.hosts } : {};
  const endpoints = readEndpoints(source.endpoints, builtIn);
  const values: Record<string, string> = {};
  const knownHosts: Record<string, string> = {};
  for (const [key, field] of accessFields(withEndpoints(builtIn, endpoints))) {
    values[key] = String(readField(field, source[key] ?? field.default));
    const host = hosts[key];
    if (field.kind === "secret" && typeof host === "string") knownHosts[key] = host;
  }
  return {
    accessCode: readField(accessCode, source.accessCode ?? ""),
    useCustomConfig: source.useCustomConfig === true,
    values,
    hosts: knownHosts,
    endpoints,
    formerAccess: isRecord(source.formerAccess) ? source.formerAccess : {},
    lastUpdateTime: typeof source.lastUpdateTime === "number" ? source.lastUpdateTime : 0,
  };
}

/** Returns the shape in which the settings are stored: values at the top level, under the specification's names. */
export function storedAccessSettings(access: AccessSettings): Record<string, unknown> {
  const { accessCode, useCustomConfig, values, hosts, endpoints, formerAccess, lastUpdateTime } = access;
  const former = Object.keys(formerAccess).length > 0 ? { formerAccess } : {};
  return { accessCode, useCustomConfig, hosts, endpoints, ...former, lastUpdateTime, ...values };
}

/** Binds the keys that a NextChat used on this site to the host of the server's upstream; "" is the public address. */
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

/** Adds an endpoint, or replaces the one with its id. */
export function withEndpoint(access: AccessSettings, endpoint: CustomEndpoint): Pick<AccessSettings, "endpoints"> {
  const isKnown = access.endpoints.some(({ id }) => id === endpoint.id);
  const endpoints = isKnown
    ? access.endpoints.map((each) => (each.id === endpoint.id ? endpoint : each))
    : [...access.endpoints, endpoint];
  return { endpoints };
}

/** Whether an endpoint may be called so: not like a provider, and not like another endpoint. */
export function isFreeName(
  name: string,
  builtIn: readonly Provider[],
  others: readonly Pick<CustomEndpoint, "name">[],
): boolean {
  const wanted = name.trim().toLowerCase();
  return wanted !== "" && [...builtIn, ...others].every((each) => each.name.toLowerCase() !== wanted);
}

/** Reads endpoints one by one; one that is broken, or called like what came before it, is left out. */
function readEndpoints(stored: unknown, builtIn: readonly Provider[]): CustomEndpoint[] {
  const read: CustomEndpoint[] = [];
  for (const each of Array.isArray(stored) ? stored : []) {
    const parsed = v.safeParse(endpointSchema, each);
    if (!parsed.success) continue;
    const { id, name, boundName } = parsed.output;
    if (read.some((other) => other.id === id || other.boundName === boundName)) continue;
    if (isFreeName(name, builtIn, read)) read.push(parsed.output);
  }
  return read;
}

/** Returns a provider's own values, by field name. */
export function valuesOfProvider(provider: Provider, access: AccessSettings): Record<string, string> {
  return Object.fromEntries(
    Object.keys(provider.fields).map((name) => [name, access.values[accessKey(provider, name)] ?? ""]),
  );
}

/** Sets one field; a secret remembers the host of the address that stands beside it at that moment. */
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

/** Returns the user's own address for a provider; empty means the default one. */
export function addressOf(provider: Provider, access: AccessSettings): string {
  const endpoint = endpointOf(provider);
  const address = endpoint && !endpoint.isFixed ? (access.values[accessKey(provider, endpoint.name)] ?? "") : "";
  // NextChat stores the path of its own relay where nobody has entered an address.
  return address.startsWith("/") ? "" : address;
}

/**
 * Returns the host of an address with its port; empty for the empty address, which means the default one.
 *
 * A host without encryption is another one and says so (`http://…`): a key for the one is not sent to the other.
 * What is no address has no host: a path that is put behind it may give it one (`https://\` and `/v1` lead to `v1`).
 */
export function hostOf(address: string): string | undefined {
  const url = withScheme(address);
  if (url === "") return "";
  if (!URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return protocol === "https:" ? host : `${protocol}//${host}`;
}

/** Whether a text may stand as an own address: nothing, or a host on the web, with or without `http(s)://`. */
export function isAddress(text: string): boolean {
  const hasOtherScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) && !/^https?:\/\//i.test(text);
  return text === "" || (!hasOtherScheme && !/\s/.test(text) && URL.canParse(withScheme(text)));
}

/**
 * Adds `https://` to an address without a scheme; empty stays empty. Slashes go from its end, and what a URL may not have
 * before a path but drops at its own end: blanks and control characters.
 */
export function withScheme(address: string): string {
  const bare = address.trim().replace(/[\s\p{Cc}/]+$/u, "");
  return bare === "" || /^https?:\/\//i.test(bare) ? bare : `https://${bare}`;
}

/** Returns the fields of some providers by the names under which they are stored. */
export function accessFields(providers: readonly Provider[]): [string, Field][] {
  return providers.flatMap((provider) =>
    Object.entries(provider.fields).map(([name, field]): [string, Field] => [accessKey(provider, name), field]),
  );
}
