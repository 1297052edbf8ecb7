import * as v from "valibot";
import type { Brand } from "@/lib/brand/brand";
import { type EndpointField, readFields } from "@/lib/fields/fields";
import { parseCustomModels } from "@/lib/models/custom-models";
import { endpointOf, isComplete, type Provider, secretNames } from "@/lib/providers/provider";
import { providers as registry } from "@/lib/providers/registry";
import type { CloudflarePlace } from "@/lib/server/artifacts/cloudflare-artifacts";
import type { UpstashPlace } from "@/lib/server/artifacts/upstash-artifacts";
import { brandVariables, readBrandVariables } from "@/lib/server/brand-variables";
import type { CallLimits } from "@/lib/server/call-limits";
import { contradictionsIn } from "@/lib/server/contradictions";
import { hostnameOf, isLoopback } from "@/lib/server/hostname";
import { type ModelGate, readModelGate } from "@/lib/server/model-gate";
import { type OutgoingProxy, readOutgoingProxy } from "@/lib/server/outgoing-proxy";
import { hostOf, withScheme } from "@/lib/settings/access-settings";

/** Variables as the host gives them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What the operator set for one provider. */
export interface ProviderConfig {
  readonly provider: Provider;
  /** Where the operator wants the server's key to go, without a trailing slash; else it is the public address. */
  readonly baseUrl?: string;
  /** True: the operator set an address that cannot be used, and no other takes its place. */
  readonly isMisconfigured?: true;
  /** What the operator set of the provider's other fields. */
  readonly options: Readonly<Record<string, string>>;
  /** Values of the secret fields, one whole set for each key of the list; empty without a server key. */
  readonly credentials: readonly Readonly<Record<string, string>>[];
}

/** All that the server reads from its environment. */
export interface ServerConfig {
  readonly codes: readonly string[];
  readonly providers: ReadonlyMap<string, ProviderConfig>;
  readonly organization: string;
  readonly hideUserApiKey: boolean;
  readonly disableGPT4: boolean;
  readonly enableBalanceQuery: boolean;
  readonly disableFastLink: boolean;
  readonly customModels: string;
  readonly defaultModel: string;
  readonly visionModels: string;
  /** What of the models may be asked for. */
  readonly gate: ModelGate;
  /** How much a call with the server's key may ask for. */
  readonly limits: CallLimits;
  /** How long a whole reply may take, in milliseconds. */
  readonly maxReplyMs: number;
  readonly enableDemo: boolean;
  readonly disableDemo: boolean;
  readonly trustProxy: boolean;
  readonly allowedOrigins: readonly string[];
  /** Host names of this server, besides localhost and IP addresses: those in ALLOWED_HOSTS and ALLOWED_ORIGINS. */
  readonly allowedHosts: readonly string[];
  /** Whether the server listens where only this computer reaches it. */
  readonly isOnlyLocal: boolean;
  readonly isVercel: boolean;
  /** The largest request body in bytes. */
  readonly maxBodyBytes: number;
  readonly disablePluginProxy: boolean;
  /** The only origins that plugins may reach through the relay; none: all public ones. */
  readonly pluginHosts: readonly string[];
  /** Origins that plugins may reach wherever they stand. */
  readonly pluginInternalHosts: readonly string[];
  /** The addresses at which the operator lets people keep their copies, beside those that are known. */
  readonly webdavEndpoints: readonly string[];
  readonly enableMcp: boolean;
  /** Where the list of local MCP servers is kept; empty: beside the server. */
  readonly mcpConfigPath: string;
  /** What lets a caller change that list; empty: nobody may. */
  readonly mcpAdminSecret: string;
  /** Where shared pages are kept; nowhere where the operator has set nothing. */
  readonly artifactPlace: ArtifactPlace | undefined;
  /** How long they are kept, in seconds; for good where nothing is set. */
  readonly artifactSeconds: number | undefined;
  /** The service for shared conversations, and how its links are made of what it answers; none where it is not set. */
  readonly shareService: { readonly url: string; readonly link: string } | undefined;
  /** What the operator changes of the product's own brand. */
  readonly brand: Partial<Brand>;
  /** Through which calls to others go; `unusable` where the operator set one that cannot be: then none goes out. */
  readonly proxy: OutgoingProxy | "unusable" | undefined;
  /** What is wrong with the configuration, by the names of variables and never by their values. */
  readonly problems: readonly string[];
}

/** A place for shared pages. */
export type ArtifactPlace =
  | { readonly kind: "disk"; readonly folder: string }
  | ({ readonly kind: "upstash" } & UpstashPlace)
  | ({ readonly kind: "cloudflare" } & CloudflarePlace);

/** What an operator need not set (C3.6): far above what an ordinary use needs, and far below what ruins. */
export const usual = {
  MAX_BODY_BYTES: 20_000_000,
  MAX_OUTPUT_TOKENS: 512_000,
  MAX_IMAGES: 10,
  /** The time that Anthropic's client reckons with for the longest reply, of 128,000 tokens. */
  MAX_REPLY_SECONDS: 3600,
} as const;

const line = variable((value) => value.trim());
const list = variable((value) =>
  value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);
/** On by any non-empty value, `0` and `false` included, as deployments of old expect. */
const flag = variable((value) => value.trim() !== "");
const switchedOn = variable((value) => value.trim() === "1");

const variables = v.object({
  CODE: list,
  OPENAI_ORG_ID: line,
  HIDE_USER_API_KEY: flag,
  DISABLE_GPT4: flag,
  ENABLE_BALANCE_QUERY: flag,
  DISABLE_FAST_LINK: flag,
  CUSTOM_MODELS: line,
  DEFAULT_MODEL: line,
  VISION_MODELS: line,
  ENABLE_DEMO: switchedOn,
  DISABLE_DEMO: switchedOn,
  TRUST_PROXY: switchedOn,
  ALLOWED_ORIGINS: list,
  ALLOWED_HOSTS: list,
  MAX_BODY_BYTES: line,
  MAX_OUTPUT_TOKENS: line,
  MAX_IMAGES: line,
  MAX_REPLY_SECONDS: line,
  DISABLE_PLUGIN_PROXY: flag,
  PLUGIN_PROXY_HOSTS: list,
  PLUGIN_PROXY_INTERNAL_HOSTS: list,
  ENABLE_MCP: line,
  MCP_CONFIG_PATH: line,
  MCP_ADMIN_SECRET: line,
  WHITE_WEBDAV_ENDPOINTS: list,
  ARTIFACTS_DIR: line,
  UPSTASH_REDIS_REST_URL: line,
  UPSTASH_REDIS_REST_TOKEN: line,
  CLOUDFLARE_ACCOUNT_ID: line,
  CLOUDFLARE_KV_NAMESPACE_ID: line,
  CLOUDFLARE_KV_API_KEY: list,
  CLOUDFLARE_KV_TTL: line,
  SHARE_URL: line,
  SHARE_LINK: line,
  PROXY_URL: line,
  NO_PROXY: list,
});

/** The names of all variables but those of providers. */
export const serverVariables: readonly string[] = [...Object.keys(variables.entries), ...Object.keys(brandVariables)];

/** How a variable is written: `one` is on as `1` alone. */
export type VariableKind = "text" | "list" | "flag" | "one";

/** How each of these variables is written, by its name. */
export const variableKinds: ReadonlyMap<string, VariableKind> = new Map([
  ...Object.entries(variables.entries).map(([name, schema]) => [name, kindOf(schema)] as const),
  ["BRAND_HIDE", "list"],
]);

/** Reads the server's settings; what is wrong with them is told by name. */
export function readServerConfig(
  env: Variables,
  providers: readonly Provider[] = Object.values<Provider>(registry),
): ServerConfig {
  const read = v.parse(variables, env);
  const problems: string[] = [];
  noteOddValues(read, problems);
  noteOddSwitches(env, problems);
  const providerConfigs = new Map(providers.map((provider) => [provider.id, readProvider(provider, env, problems)]));
  if (read.HIDE_USER_API_KEY && [...providerConfigs.values()].every(({ credentials }) => credentials.length === 0)) {
    problems.push(
      "HIDE_USER_API_KEY leaves nobody a key: set one of the server's, such as OPENAI_API_KEY, or leave it empty.",
    );
  }
  const gate = readModelGate({ customModels: read.CUSTOM_MODELS, disableGPT4: read.DISABLE_GPT4 }, providers);
  const allowedOrigins = readOrigins(read.ALLOWED_ORIGINS, problems);
  const isVercel = Boolean(env.VERCEL);
  return {
    codes: read.CODE,
    providers: providerConfigs,
    organization: headerSafe([read.OPENAI_ORG_ID], "OPENAI_ORG_ID", problems)[0] ?? "",
    hideUserApiKey: read.HIDE_USER_API_KEY,
    disableGPT4: read.DISABLE_GPT4,
    enableBalanceQuery: read.ENABLE_BALANCE_QUERY,
    disableFastLink: read.DISABLE_FAST_LINK,
    customModels: read.CUSTOM_MODELS,
    defaultModel: readDefaultModel(read.DEFAULT_MODEL, gate, problems),
    visionModels: read.VISION_MODELS,
    gate,
    limits: {
      outputTokens: readNumber("MAX_OUTPUT_TOKENS", read, problems),
      images: readNumber("MAX_IMAGES", read, problems),
    },
    maxReplyMs: 1000 * readNumber("MAX_REPLY_SECONDS", read, problems),
    enableDemo: read.ENABLE_DEMO,
    disableDemo: read.DISABLE_DEMO,
    trustProxy: read.TRUST_PROXY,
    allowedOrigins,
    allowedHosts: readHostNames(read.ALLOWED_HOSTS, allowedOrigins, problems),
    isOnlyLocal: !isVercel && isLoopback(env.HOSTNAME ?? ""),
    isVercel,
    maxBodyBytes: readNumber("MAX_BODY_BYTES", read, problems),
    disablePluginProxy: read.DISABLE_PLUGIN_PROXY,
    pluginHosts: readHosts("PLUGIN_PROXY_HOSTS", read, problems),
    pluginInternalHosts: readHosts("PLUGIN_PROXY_INTERNAL_HOSTS", read, problems),
    webdavEndpoints: read.WHITE_WEBDAV_ENDPOINTS.flatMap((entry) => asBaseUrl(entry) ?? []),
    enableMcp: read.ENABLE_MCP === "true",
    mcpConfigPath: read.MCP_CONFIG_PATH,
    mcpAdminSecret: readAdminSecret(read.MCP_ADMIN_SECRET, problems),
    artifactPlace: readArtifactPlace(read, problems),
    shareService: readShareService(read, problems),
    artifactSeconds: readArtifactSeconds(read.CLOUDFLARE_KV_TTL),
    brand: readBrandVariables(env, problems),
    proxy: readProxy(read.PROXY_URL, read.NO_PROXY, problems),
    // What several providers share is told once.
    problems: [...new Set(problems)],
  };
}

function kindOf(schema: unknown): VariableKind {
  if (schema === list) return "list";
  if (schema === flag) return "flag";
  return schema === switchedOn ? "one" : "text";
}

function variable<T>(read: (value: string) => T) {
  return v.pipe(v.optional(v.string(), ""), v.transform(read));
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
  const own = v.parse(line, env[endpoint.env]);
  const address = own || fallbackAddress(endpoint, env);
  if (address === "") return {};
  const baseUrl = asBaseUrl(address);
  if (baseUrl !== undefined) return { baseUrl };
  problems.push(notAnAddress(own ? endpoint.env : (endpoint.fallbackEnv ?? endpoint.env)));
  return { isMisconfigured: true };
}

/**
 * BASE_URL has always been Anthropic's address too: a gateway for all. OpenAI's own address, in any region, is
 * none, and a key of Anthropic's has no business there.
 */
function fallbackAddress({ fallbackEnv }: EndpointField, env: Variables): string {
  const address = fallbackEnv ? v.parse(line, env[fallbackEnv]) : "";
  return /(^|[./])api\.openai\.com(:\d+)?$/.test(hostOf(address) ?? "") ? "" : address;
}

function readOptions({ fields }: Provider, env: Variables): Record<string, string> {
  const set = Object.entries(fields).flatMap(([name, field]) => {
    const value = field.kind === "text" && field.env ? v.parse(line, env[field.env]) : "";
    return value === "" ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

function notAnAddress(name: string): string {
  return `${name} is not a usable address: write https://host/path, without a name, a password, a query or a fragment.`;
}

/** Returns an address as it is used; nothing when it is no http address, or has a user, a query or a fragment. */
function asBaseUrl(address: string): string | undefined {
  if (/:\/*$/.test(address)) return undefined;
  const text = withScheme(address);
  if (text.lastIndexOf("://") > "https".length || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username || url.password || url.search || url.hash) return undefined;
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Returns whole sets of credentials: the first key of each list belongs together, then the second, and so on. */
function readCredentials(
  provider: Provider,
  others: Readonly<Record<string, unknown>>,
  env: Variables,
  problems: string[],
): Record<string, string>[] {
  const secrets = secretNames(provider).flatMap((name) => {
    const field = provider.fields[name];
    if (!(field && "env" in field && field.env)) return [];
    return [{ name, env: field.env, keys: headerSafe(v.parse(list, env[field.env]), field.env, problems) }];
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

/** Keeps what can stand in a header; anything else would fail later, in an error that quotes it. */
function headerSafe(values: readonly string[], name: string, problems: string[]): string[] {
  const safe = values.filter((value) => /^[\x21-\x7e]*$/.test(value));
  if (safe.length < values.length)
    problems.push(`${name} has blanks or other characters that no header can carry: enter it again without them.`);
  return safe;
}

function readOrigins(origins: readonly string[], problems: string[]): string[] {
  const read = origins.map((origin) => origin.toLowerCase().replace(/\/+$/, ""));
  const valid = read.filter((origin) => /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.:[\]-]+$/.test(origin));
  if (valid.length < read.length) problems.push("ALLOWED_ORIGINS has an entry that is not scheme://host[:port].");
  return valid;
}

/** Returns the host names of the entries and of the origins. An entry may have a scheme and a port, which do not count. */
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
 * Returns hosts as origins, `https` where none is named. An entry that cannot be read stays on the list as one that
 * nothing equals: a list is never open because of a slip.
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

/** Both are needed: links of the service need not stand where it is asked. */
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

/** The server's own disk comes first: whoever names a folder means it. */
function readArtifactPlace(read: v.InferOutput<typeof variables>, problems: string[]): ArtifactPlace | undefined {
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

/** Cloudflare keeps nothing for less than a minute, and nobody shares for centuries. */
function readArtifactSeconds(text: string): number | undefined {
  const seconds = Number(text);
  return Number.isSafeInteger(seconds) && seconds > 60 && seconds < 1e10 ? seconds : undefined;
}

/** Returns the default model, or nothing where the operator's list leaves it out: it would be refused. */
function readDefaultModel(text: string, gate: ModelGate, problems: string[]): string {
  if (text === "" || gate.isListed(text)) return text;
  problems.push("DEFAULT_MODEL is not used: CUSTOM_MODELS or DISABLE_GPT4 leave no such model.");
  return "";
}

const minAdminSecretChars = 16;

function readAdminSecret(secret: string, problems: string[]): string {
  if (secret === "" || secret.length >= minAdminSecretChars) return secret;
  problems.push(`MCP_ADMIN_SECRET has fewer than ${minAdminSecretChars} characters and counts as not set.`);
  return "";
}

function readNumber(name: keyof typeof usual, read: Readonly<Record<string, unknown>>, problems: string[]): number {
  const value = read[name];
  if (value === "") return usual[name];
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  problems.push(`${name} is not a whole number above 0, so ${usual[name]} counts.`);
  return usual[name];
}

/** Tells of values that would be taken for something else than what was meant. */
function noteOddValues(read: v.InferOutput<typeof variables>, problems: string[]): void {
  const { entries, unread } = parseCustomModels(read.CUSTOM_MODELS);
  if (entries.some(({ name, provider }) => name === "all" && provider !== undefined)) {
    problems.push(
      "CUSTOM_MODELS has `all` with a provider, which hides nothing: write -all, or -name@provider for each.",
    );
  }
  if (unread.length > 0) problems.push(`CUSTOM_MODELS has ${unread.length} entries that name no model.`);
  if (read.ENABLE_MCP !== "" && read.ENABLE_MCP !== "true") problems.push("ENABLE_MCP is on only as `true`.");
  if (read.WHITE_WEBDAV_ENDPOINTS.some((address) => asBaseUrl(address) === undefined)) {
    problems.push(
      "WHITE_WEBDAV_ENDPOINTS has an entry that is not a usable address: write https://host/path for each.",
    );
  }
  if (read.CLOUDFLARE_KV_TTL !== "" && !(Number(read.CLOUDFLARE_KV_TTL) > 60)) {
    problems.push("CLOUDFLARE_KV_TTL counts only as a number of seconds above 60.");
  }
  problems.push(...contradictionsIn(read));
}

const offWords = /^(0|false|no|off)$/i;

/** Tells of switches that do not do what they say. */
function noteOddSwitches(env: Variables, problems: string[]): void {
  for (const [name, kind] of variableKinds) {
    const value = env[name]?.trim() ?? "";
    if (kind === "flag" && offWords.test(value)) {
      problems.push(`${name} is on, since any value switches it on: leave it empty for off.`);
    }
    if (kind === "one" && value !== "" && value !== "1" && !offWords.test(value)) {
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
