import type { Brand } from "@/lib/brand/brand";
import { type EndpointField, readFields } from "@/lib/fields/fields";
import { parseCustomModels } from "@/lib/models/custom-models";
import { providerIdOf } from "@/lib/models/model-entry";
import { endpointOf, isComplete, type Provider, secretNames } from "@/lib/providers/provider";
import { providers as registry } from "@/lib/providers/registry";
import type { CloudflarePlace } from "@/lib/server/artifacts/cloudflare-artifacts";
import type { UpstashPlace } from "@/lib/server/artifacts/upstash-artifacts";
import { asBaseUrl, notAnAddress } from "@/lib/server/base-url";
import { readBrandVariables } from "@/lib/server/brand-variables";
import type { CallLimits } from "@/lib/server/call-limits";
import { type CodeRules, minSecretChars, readCodeRules } from "@/lib/server/codes/code-rules";
import { contradictionsIn } from "@/lib/server/contradictions";
import { headerSafe } from "@/lib/server/header-safe";
import { hostnameOf, isLoopback } from "@/lib/server/hostname";
import { type LogFormat, readLogFormat } from "@/lib/server/log";
import { type MetricsPlace, readMetricsPlace } from "@/lib/server/metrics-place";
import { type ModelGate, readModelGate } from "@/lib/server/model-gate";
import { type OutgoingProxy, readOutgoingProxy } from "@/lib/server/outgoing-proxy";
import type { ProviderConfig } from "@/lib/server/provider-config";
import { readSearchEngine } from "@/lib/server/search-settings";
import { readDefaultsPlace, type SiteDefaultsPlace, withFixedSettings } from "@/lib/server/site-defaults";
import { readSiteServers } from "@/lib/server/site-servers";
import { readTracing, type TraceSettings } from "@/lib/server/tracing/trace-settings";
import type { WithoutStore } from "@/lib/server/usage/limits";
import { readServerPrices, type ServerPrices } from "@/lib/server/usage/server-prices";
import { readUsageSettings, type UsagePlace } from "@/lib/server/usage/usage-place";
import { readUserRules, type UserRules } from "@/lib/server/users/user-rules";
import {
  line,
  list,
  type PlainConfig,
  type ReadVariables,
  readPlain,
  type Variables,
  variableKinds,
  variables,
} from "@/lib/server/variables";
import { hostOf } from "@/lib/settings/access-settings";
import type { EngineAccess } from "@/lib/web-search/search-call";
import * as z from "@/lib/zod";

/** All settings that the server reads from its environment. */
export interface ServerConfig extends PlainConfig {
  readonly providers: ReadonlyMap<string, ProviderConfig>;
  readonly organization: string;
  readonly defaultModel: string;
  /** Secret of the administrator's page; empty: the page does not exist. */
  readonly adminSecret: string;
  /** The rights of access codes. */
  readonly codeRules: CodeRules;
  /** Users whose names a proxy in front of the server sends. */
  readonly users: UserRules;
  /** Location of the counters of codes; undefined: each process counts for itself. */
  readonly usagePlace: UsagePlace | undefined;
  /** Prices of models for limits of money and for usage. */
  readonly prices: ServerPrices;
  /** Choice for calls of limited codes while that store is unreachable. */
  readonly limitsWithoutStore: WithoutStore;
  /** The rules for which models may be requested. */
  readonly gate: ModelGate;
  /** Maximum values in a call with the server's key. */
  readonly limits: CallLimits;
  /** Maximum duration of a reply, in milliseconds. */
  readonly maxReplyMs: number;
  readonly allowedOrigins: readonly string[];
  /** Host names of this server, besides localhost and IP addresses: those in ALLOWED_HOSTS and ALLOWED_ORIGINS. */
  readonly allowedHosts: readonly string[];
  /** Whether the server listens only on this computer. */
  readonly isOnlyLocal: boolean;
  readonly isVercel: boolean;
  /** Maximum size of a request body, in bytes. */
  readonly maxBodyBytes: number;
  /** The only origins that plugins may reach through the relay; empty: all public ones. */
  readonly pluginHosts: readonly string[];
  /** Origins that plugins may reach at any address. */
  readonly pluginInternalHosts: readonly string[];
  /** URLs of WebDAV servers that the operator allows for sync, besides the known ones. */
  readonly webdavEndpoints: readonly string[];
  /** URLs of S3 services that the operator allows for sync, besides the known ones. */
  readonly s3Endpoints: readonly string[];
  readonly enableMcp: boolean;
  /** Path of the list of local MCP servers; empty: beside the server. */
  readonly mcpConfigPath: string;
  /** Secret that lets a caller change that list; empty: the list cannot be changed. */
  readonly mcpAdminSecret: string;
  /** Storage of shared pages; undefined if none is configured. */
  readonly artifactPlace: ArtifactPlace | undefined;
  /** Lifetime of shared pages, in seconds; undefined for unlimited. */
  readonly artifactSeconds: number | undefined;
  /** The service for shared conversations and the template of its links; undefined if not configured. */
  readonly shareService: { readonly url: string; readonly link: string } | undefined;
  /** The operator's search engine; undefined if not configured. */
  readonly search: EngineAccess | undefined;
  /** The operator's changes of the product's brand. */
  readonly brand: Partial<Brand>;
  /** Source of the defaults of new users. */
  readonly siteDefaults: SiteDefaultsPlace;
  /** Proxy for outgoing calls; `unusable` if the setting is invalid: then all outgoing calls fail. */
  readonly proxy: OutgoingProxy | "unusable" | undefined;
  readonly logFormat: LogFormat;
  /** Address of a server for the metrics alone; undefined if they have none. */
  readonly metricsPlace: MetricsPlace | undefined;
  /** Receiver of traces; undefined if none are sent. */
  readonly tracing: TraceSettings | undefined;
  /** Problems of the configuration, with names of variables but never their values. */
  readonly problems: readonly string[];
}

/** Storage location of shared pages. */
export type ArtifactPlace =
  | { readonly kind: "disk"; readonly folder: string }
  | ({ readonly kind: "upstash" } & UpstashPlace)
  | ({ readonly kind: "cloudflare" } & CloudflarePlace);

/** Port of the app without PORT. */
const defaultPort = "3000";

/** Default limits (docs/security.md#c36): far above ordinary use, and far below ruinous cost. */
export const defaults = {
  MAX_BODY_BYTES: 20_000_000,
  MAX_OUTPUT_TOKENS: 512_000,
  MAX_IMAGES: 10,
  /** The timeout that Anthropic's client uses for the longest reply, of 128,000 tokens. */
  MAX_REPLY_SECONDS: 3600,
} as const;

/** Reads the server's settings. Problems are reported by variable name. */
export function readServerConfig(
  env: Variables,
  builtIn: readonly Provider[] = Object.values<Provider>(registry),
): ServerConfig {
  const read = z.parse(variables, env);
  const problems: string[] = [];
  const siteDefaults = readDefaultsPlace(read.DEFAULTS, problems);
  const settings = withFixedSettings(readPlain(env), siteDefaults);
  const siteServers = readSiteServers(read, env, builtIn, problems);
  const providers = [...builtIn, ...siteServers.map(({ provider }) => provider)];
  noteOddValues(settings, read, problems);
  noteUnknownProviders(settings.customModels, providers, problems);
  noteOddSwitches(env, problems);
  const configs = [...builtIn.map((provider) => readProvider(provider, env, problems)), ...siteServers];
  const providerConfigs = new Map(configs.map((config) => [config.provider.id, config]));
  if (settings.hideUserApiKey && [...providerConfigs.values()].every(({ credentials }) => credentials.length === 0)) {
    problems.push(
      "HIDE_USER_API_KEY leaves nobody a key: set one of the server's, such as OPENAI_API_KEY, or leave it empty.",
    );
  }
  const gate = readModelGate(settings, providers);
  const allowedOrigins = readOrigins(read.ALLOWED_ORIGINS, problems);
  const isVercel = Boolean(env.VERCEL);
  const codeRules = readCodeRules({ ...settings, ...read }, providers, problems);
  const users = readUserRules(read, { providers, isVercel }, problems);
  return {
    ...settings,
    providers: providerConfigs,
    organization: headerSafe([read.OPENAI_ORG_ID], "OPENAI_ORG_ID", problems)[0] ?? "",
    defaultModel: readDefaultModel(read.DEFAULT_MODEL, gate, problems),
    adminSecret: readPageSecret(read, settings.codes, problems),
    codeRules: { ...codeRules, isNeeded: codeRules.isNeeded || users.isNeeded },
    users,
    ...readUsageSettings(read, problems, isVercel),
    prices: readServerPrices(read.PRICES, problems),
    gate,
    limits: {
      outputTokens: readNumber("MAX_OUTPUT_TOKENS", read, problems),
      images: readNumber("MAX_IMAGES", read, problems),
    },
    maxReplyMs: 1000 * readNumber("MAX_REPLY_SECONDS", read, problems),
    allowedOrigins,
    allowedHosts: readHostNames(read.ALLOWED_HOSTS, allowedOrigins, problems),
    isOnlyLocal: !isVercel && isLoopback(env.HOSTNAME ?? ""),
    isVercel,
    maxBodyBytes: readNumber("MAX_BODY_BYTES", read, problems),
    pluginHosts: readHosts("PLUGIN_PROXY_HOSTS", read, problems),
    pluginInternalHosts: readHosts("PLUGIN_PROXY_INTERNAL_HOSTS", read, problems),
    webdavEndpoints: read.WHITE_WEBDAV_ENDPOINTS.flatMap((entry) => asBaseUrl(entry) ?? []),
    s3Endpoints: read.WHITE_S3_ENDPOINTS.flatMap((entry) => asBaseUrl(entry) ?? []),
    enableMcp: read.ENABLE_MCP === "true",
    mcpConfigPath: read.MCP_CONFIG_PATH,
    mcpAdminSecret: readAdminSecret(read.MCP_ADMIN_SECRET, problems),
    artifactPlace: readArtifactPlace(read, problems),
    shareService: readShareService(read, problems),
    artifactSeconds: readArtifactSeconds(read.CLOUDFLARE_KV_TTL),
    search: readSearchEngine(read, problems),
    brand: readBrandVariables(env, problems),
    siteDefaults,
    proxy: readProxy(read.PROXY_URL, read.NO_PROXY, problems),
    logFormat: readLogFormat(read.LOG_FORMAT, problems),
    metricsPlace: readMetricsPlace(read, { isVercel, appPort: env.PORT || defaultPort }, problems),
    tracing: readTracing(read, settings, problems),
    // Problems that several providers share are reported once.
    problems: [...new Set(problems)],
  };
}

function readProvider(provider: Provider, env: Variables, problems: string[]): ProviderConfig {
  const address = readBaseUrl(provider, env, problems);
  const options = readOptions(provider, env);
  const name = endpointOf(provider)?.name;
  const others = readFields(provider.fields, { ...options, ...(name ? { [name]: address.baseUrl } : {}) });
  return { provider, ...address, options, credentials: readCredentials(provider, others, env, problems) };
}

function readBaseUrl(
  provider: Provider,
  env: Variables,
  problems: string[],
): Pick<ProviderConfig, "baseUrl" | "isMisconfigured"> {
  const endpoint = endpointOf(provider);
  if (!endpoint?.env) return {};
  const own = z.parse(line, env[endpoint.env]);
  const address = own || fallbackAddress(endpoint, env);
  if (address === "") return {};
  const baseUrl = asBaseUrl(address);
  if (baseUrl !== undefined) return { baseUrl };
  problems.push(notAnAddress(own ? endpoint.env : (endpoint.fallbackEnv ?? endpoint.env)));
  return { isMisconfigured: true };
}

/**
 * Returns the fallback URL. BASE_URL has always applied to Anthropic, too, for gateways with all providers. OpenAI's
 * own URL, in any region, is excluded, because Anthropic's key must not be sent there.
 */
function fallbackAddress({ fallbackEnv }: EndpointField, env: Variables): string {
  const address = fallbackEnv ? z.parse(line, env[fallbackEnv]) : "";
  return /(^|[./])api\.openai\.com(:\d+)?$/.test(hostOf(address) ?? "") ? "" : address;
}

function readOptions({ fields }: Provider, env: Variables): Record<string, string> {
  const set = Object.entries(fields).flatMap(([name, field]) => {
    const value = field.kind === "text" && field.env ? z.parse(line, env[field.env]) : "";
    return value === "" ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

/**
 * Returns complete sets of credentials: the first keys of all lists form one set, the second keys the next, and so on.
 */
function readCredentials(
  provider: Provider,
  others: Readonly<Record<string, unknown>>,
  env: Variables,
  problems: string[],
): Record<string, string>[] {
  const secrets = secretNames(provider).flatMap((name) => {
    const field = provider.fields[name];
    if (!(field && "env" in field && field.env)) return [];
    return [{ name, env: field.env, keys: headerSafe(z.parse(list, env[field.env]), field.env, problems) }];
  });
  const set = secrets.filter(({ keys }) => keys.length > 0);
  if (set.length === 0) return [];
  const count = Math.max(...set.map(({ keys }) => keys.length));
  const uneven = set.find(({ keys }) => keys.length !== 1 && keys.length !== count);
  if (uneven) {
    problems.push(`${uneven.env} must have one entry, or as many as the other keys of ${provider.name}.`);
    return [];
  }
  const sets = Array.from({ length: count }, (_, index) =>
    Object.fromEntries(secrets.map(({ name, keys }) => [name, keys[index] ?? keys[0] ?? ""])),
  );
  const whole = sets.filter((values) => isComplete(provider, { ...asTexts(others), ...values }));
  if (whole.length < sets.length) {
    const empty = secrets.filter(({ keys }) => keys.length === 0).map((secret) => secret.env);
    const missing = empty.length > 0 ? empty : [endpointOf(provider)?.env];
    problems.push(`${missing.join(" or ")} is needed for ${provider.name} to have a server key.`);
  }
  return whole;
}

function asTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? "")]));
}

function readOrigins(origins: readonly string[], problems: string[]): string[] {
  const read = origins.map((origin) => origin.toLowerCase().replace(/\/+$/, ""));
  const valid = read.filter((origin) => /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.:[\]-]+$/.test(origin));
  if (valid.length < read.length) problems.push("ALLOWED_ORIGINS has an entry that is not scheme://host[:port].");
  return valid;
}

/**
 * Returns the host names of the entries and of the origins. An entry may have a scheme and a port, which are ignored.
 */
function readHostNames(entries: readonly string[], origins: readonly string[], problems: string[]): string[] {
  const names = entries.map((entry) => {
    const address = asBaseUrl(entry);
    return address !== undefined && new URL(address).pathname === "/" ? hostnameOf(new URL(address).host) : undefined;
  });
  if (names.includes(undefined)) problems.push("ALLOWED_HOSTS has an entry that is not a host name.");
  const ofOrigins = origins.map((origin) => hostnameOf(origin.replace(/^[^/]*\/\//, "")));
  return [...new Set([...names, ...ofOrigins].filter((name) => name !== undefined))];
}

/**
 * Returns hosts as origins, with `https` by default. An invalid entry becomes one that matches nothing: a typo must
 * never leave the list empty and so open.
 */
function readHosts(
  name: "PLUGIN_PROXY_HOSTS" | "PLUGIN_PROXY_INTERNAL_HOSTS",
  read: Readonly<Record<typeof name, readonly string[]>>,
  problems: string[],
): string[] {
  return read[name].map((entry) => {
    const address = asBaseUrl(entry);
    if (address !== undefined && new URL(address).pathname === "/") return new URL(address).origin;
    problems.push(`${name} has an entry that is not host[:port] or scheme://host[:port].`);
    return "";
  });
}

/** Reads the share service. Both settings are required, because links may have another host than the service. */
function readShareService(
  { SHARE_URL, SHARE_LINK }: { readonly SHARE_URL: string; readonly SHARE_LINK: string },
  problems: string[],
): ServerConfig["shareService"] {
  if (SHARE_URL === "" && SHARE_LINK === "") return undefined;
  const url = asBaseUrl(SHARE_URL);
  if (url === undefined) problems.push(notAnAddress("SHARE_URL"));
  const isLink = /^https?:\/\/[^\s{}]+\{id\}[^\s{}]*$/.test(SHARE_LINK);
  if (!isLink) problems.push("SHARE_LINK is not an address with {id} in it.");
  return url !== undefined && isLink ? { url, link: SHARE_LINK } : undefined;
}

/**
 * Reads the storage of shared pages. A folder on the server's disk takes precedence, because setting it is explicit.
 */
function readArtifactPlace(read: ReadVariables, problems: string[]): ArtifactPlace | undefined {
  if (read.ARTIFACTS_DIR !== "") return { kind: "disk", folder: read.ARTIFACTS_DIR };
  const url = asBaseUrl(read.UPSTASH_REDIS_REST_URL);
  const [token] = headerSafe([read.UPSTASH_REDIS_REST_TOKEN], "UPSTASH_REDIS_REST_TOKEN", problems);
  if (read.UPSTASH_REDIS_REST_URL !== "" && url === undefined) {
    problems.push(notAnAddress("UPSTASH_REDIS_REST_URL"));
  }
  if (url && token) return { kind: "upstash", url, token };
  const keys = headerSafe(read.CLOUDFLARE_KV_API_KEY, "CLOUDFLARE_KV_API_KEY", problems);
  const { CLOUDFLARE_ACCOUNT_ID: accountId, CLOUDFLARE_KV_NAMESPACE_ID: namespaceId } = read;
  if (accountId && namespaceId && keys.length > 0) return { kind: "cloudflare", accountId, namespaceId, keys };
  return undefined;
}

/** Reads the lifetime of shared pages. Cloudflare requires more than a minute, and far larger values are typos. */
function readArtifactSeconds(text: string): number | undefined {
  const seconds = Number(text);
  return Number.isSafeInteger(seconds) && seconds > 60 && seconds < 1e10 ? seconds : undefined;
}

/**
 * Returns the default model, or an empty string if the operator's list excludes it, because requests would be rejected.
 */
function readDefaultModel(text: string, gate: ModelGate, problems: string[]): string {
  if (text === "" || gate.isListed(text)) return text;
  problems.push("DEFAULT_MODEL is not used: CUSTOM_MODELS or DISABLE_GPT4 leave no such model.");
  return "";
}

/** Reads the secret of the administrator's page. One that others have too is not used. */
function readPageSecret(
  { ADMIN_SECRET: secret, CODE_SECRET, MCP_ADMIN_SECRET }: ReadVariables,
  codes: readonly string[],
  problems: string[],
): string {
  if (secret === "") return "";
  if (secret.length < minSecretChars) {
    problems.push(`ADMIN_SECRET has fewer than ${minSecretChars} characters and counts as not set.`);
    return "";
  }
  if (/[^\x21-\x7e]/.test(secret)) {
    problems.push("ADMIN_SECRET has spaces or characters other than ASCII and counts as not set.");
    return "";
  }
  if ([...codes, ...CODE_SECRET, MCP_ADMIN_SECRET].includes(secret)) {
    problems.push("ADMIN_SECRET is also an access code or another secret and counts as not set: use one of its own.");
    return "";
  }
  if (new Set(secret).size < minDifferentChars) {
    problems.push("ADMIN_SECRET has few different characters and can be guessed: use a random one.");
  }
  return secret;
}

/** Number of different characters below which a secret of 32 characters is not random. */
const minDifferentChars = 8;

const minAdminSecretChars = 16;

function readAdminSecret(secret: string, problems: string[]): string {
  if (secret === "" || secret.length >= minAdminSecretChars) return secret;
  problems.push(`MCP_ADMIN_SECRET has fewer than ${minAdminSecretChars} characters and counts as not set.`);
  return "";
}

function readNumber(name: keyof typeof defaults, read: Readonly<Record<string, unknown>>, problems: string[]): number {
  const value = read[name];
  if (value === "") return defaults[name];
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  problems.push(`${name} is not a whole number above 0, so ${defaults[name]} counts.`);
  return defaults[name];
}

/** Reports values that would be misunderstood. */
function noteOddValues(settings: PlainConfig, read: ReadVariables, problems: string[]): void {
  const { unread } = parseCustomModels(settings.customModels);
  if (unread.length > 0) problems.push(`CUSTOM_MODELS has ${unread.length} entries that name no model.`);
  if (read.ENABLE_MCP !== "" && read.ENABLE_MCP !== "true") problems.push("ENABLE_MCP is on only as `true`.");
  for (const name of ["WHITE_WEBDAV_ENDPOINTS", "WHITE_S3_ENDPOINTS"] as const) {
    if (read[name].every((address) => asBaseUrl(address) !== undefined)) continue;
    problems.push(`${name} has an entry that is not a usable address: write https://host/path for each.`);
  }
  if (read.CLOUDFLARE_KV_TTL !== "" && !(Number(read.CLOUDFLARE_KV_TTL) > 60)) {
    problems.push("CLOUDFLARE_KV_TTL counts only as a number of seconds above 60.");
  }
  problems.push(...contradictionsIn({ ...settings, ...read }));
}

/** Reports denials of models of an unknown provider, and `all` of one: they change nothing. */
function noteUnknownProviders(customModels: string, providers: readonly Provider[], problems: string[]): void {
  const ids = new Set(providers.map(({ id }) => id));
  const entries = parseCustomModels(customModels).entries.flatMap(({ isAvailable, name, provider = "" }) =>
    (isAvailable && name !== "all") || provider === "" || ids.has(providerIdOf(provider, providers))
      ? []
      : [`${isAvailable ? "+" : "-"}${name}@${provider}`],
  );
  if (entries.length === 0) return;
  problems.push(
    `CUSTOM_MODELS has ${entries.join(", ")}, which changes nothing: the provider is unknown. docs/providers.md has the names.`,
  );
}

const offPattern = /^(0|false|no|off)$/i;

/** Reports switches that do not do what their value suggests. */
function noteOddSwitches(env: Variables, problems: string[]): void {
  for (const [name, kind] of variableKinds) {
    const value = env[name]?.trim() ?? "";
    if (kind === "flag" && offPattern.test(value)) {
      problems.push(`${name} is on, since any value switches it on: leave it empty for off.`);
    }
    if (kind === "one" && value !== "" && value !== "1" && !offPattern.test(value)) {
      problems.push(`${name} is on only as \`1\`.`);
    }
  }
}

function readProxy(text: string, except: readonly string[], problems: string[]): ServerConfig["proxy"] {
  if (text === "") return undefined;
  const proxy = readOutgoingProxy(text, except);
  if (proxy) return proxy;
  problems.push(
    "PROXY_URL is not http://host:port, https://host:port or socks5://host:port of a proxy: no call goes out until it is.",
  );
  return "unusable";
}
