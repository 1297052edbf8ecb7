import * as v from "valibot";
import { endpointOf, type Provider, secretNames } from "@/lib/providers/provider";
import { providers as registry } from "@/lib/providers/registry";
import { withScheme } from "@/lib/settings/access-settings";

/** Variables as the host gives them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What the operator set for one provider. */
export interface ProviderConfig {
  readonly provider: Provider;
  /** Where the server's key goes. Without a trailing slash; absent when there is no address, or an unusable one. */
  readonly baseUrl?: string;
  /** Values of the secret fields, one whole set for each key of the list; empty without a server key. */
  readonly credentials: readonly Readonly<Record<string, string>>[];
}

/** All that the server reads from its environment (§4.2). */
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
  readonly enableDemo: boolean;
  readonly disableDemo: boolean;
  readonly trustProxy: boolean;
  readonly allowedOrigins: readonly string[];
  /** The largest request body in bytes. */
  readonly maxBodyBytes: number;
  /** What is wrong with the configuration, by the names of variables and never by their values. */
  readonly problems: readonly string[];
}

const defaultMaxBodyBytes = 20_000_000;

const line = variable((value) => value.trim());
const list = variable((value) =>
  value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);
/** On by any non-empty value, `0` and `false` included, as deployments of old expect (§4.2). */
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
  MAX_BODY_BYTES: line,
});

/** Reads the server's settings. Cheap, and done for every request, so that nothing is fixed at build time. */
export function readServerConfig(
  env: Variables,
  providers: readonly Provider[] = Object.values<Provider>(registry),
): ServerConfig {
  const read = v.parse(variables, env);
  const problems: string[] = [];
  return {
    codes: read.CODE,
    providers: new Map(providers.map((provider) => [provider.id, readProvider(provider, env, problems)])),
    organization: headerSafe([read.OPENAI_ORG_ID], "OPENAI_ORG_ID", problems)[0] ?? "",
    hideUserApiKey: read.HIDE_USER_API_KEY,
    disableGPT4: read.DISABLE_GPT4,
    enableBalanceQuery: read.ENABLE_BALANCE_QUERY,
    disableFastLink: read.DISABLE_FAST_LINK,
    customModels: read.CUSTOM_MODELS,
    defaultModel: read.DEFAULT_MODEL,
    visionModels: read.VISION_MODELS,
    enableDemo: read.ENABLE_DEMO,
    disableDemo: read.DISABLE_DEMO,
    trustProxy: read.TRUST_PROXY,
    allowedOrigins: readOrigins(read.ALLOWED_ORIGINS, problems),
    maxBodyBytes: readBytes(read.MAX_BODY_BYTES, problems),
    problems,
  };
}

function variable<T>(read: (value: string) => T) {
  return v.pipe(v.optional(v.string(), ""), v.transform(read));
}

function readProvider(provider: Provider, env: Variables, problems: string[]): ProviderConfig {
  const baseUrl = readBaseUrl(provider, env, problems);
  return { provider, ...(baseUrl ? { baseUrl } : {}), credentials: readCredentials(provider, env, problems) };
}

function readBaseUrl(provider: Provider, env: Variables, problems: string[]): string | undefined {
  const endpoint = endpointOf(provider);
  if (endpoint === undefined) return undefined;
  const set = endpoint.env ? v.parse(line, env[endpoint.env]) : "";
  const address = set || endpoint.publicUrl;
  if (address === "") return undefined;
  const baseUrl = asBaseUrl(address);
  if (baseUrl === undefined) problems.push(`${endpoint.env} is not a usable http or https address.`);
  return baseUrl;
}

/** Answers an address as it is used; nothing when it is no http address, or has a user, a query or a fragment. */
function asBaseUrl(address: string): string | undefined {
  if (/:\/*$/.test(address)) return undefined;
  const text = withScheme(address);
  if (text.lastIndexOf("://") > "https".length || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username || url.password || url.search || url.hash) return undefined;
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Answers whole sets of credentials: the first key of each list belongs together, then the second, and so on. */
function readCredentials(provider: Provider, env: Variables, problems: string[]): Record<string, string>[] {
  const secrets = secretNames(provider).flatMap((name) => {
    const field = provider.fields[name];
    if (!(field && "env" in field && field.env)) return [];
    return [{ name, env: field.env, keys: headerSafe(v.parse(list, env[field.env]), field.env, problems) }];
  });
  if (secrets.every(({ keys }) => keys.length === 0)) return [];
  const missing = secrets.find(({ keys }) => keys.length === 0);
  if (missing) {
    problems.push(`${missing.env} is needed for ${provider.name} to have a server key.`);
    return [];
  }
  const count = Math.max(...secrets.map(({ keys }) => keys.length));
  const uneven = secrets.find(({ keys }) => keys.length !== 1 && keys.length !== count);
  if (uneven) {
    problems.push(`${uneven.env} must have one entry, or as many as the other keys of ${provider.name}.`);
    return [];
  }
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(secrets.map(({ name, keys }) => [name, keys[index] ?? keys[0] ?? ""])),
  );
}

/** Keeps what can stand in a header; anything else would fail later, in an error that quotes it. */
function headerSafe(values: readonly string[], name: string, problems: string[]): string[] {
  const safe = values.filter((value) => /^[\x21-\x7e]*$/.test(value));
  if (safe.length < values.length) problems.push(`${name} has characters that no header can carry.`);
  return safe;
}

function readOrigins(origins: readonly string[], problems: string[]): string[] {
  const read = origins.map((origin) => origin.toLowerCase().replace(/\/+$/, ""));
  const valid = read.filter((origin) => /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.:[\]-]+$/.test(origin));
  if (valid.length < read.length) problems.push("ALLOWED_ORIGINS has an entry that is not scheme://host[:port].");
  return valid;
}

function readBytes(value: string, problems: string[]): number {
  if (value === "") return defaultMaxBodyBytes;
  const bytes = Number(value);
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  problems.push("MAX_BODY_BYTES is not a whole number above 0.");
  return defaultMaxBodyBytes;
}
