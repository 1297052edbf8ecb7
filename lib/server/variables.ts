import { brandVariables } from "@/lib/server/brand-variables";
import * as z from "@/lib/zod";

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A text. */
export const line = variable((value) => value.trim());
/** A list between commas. */
export const list = variable((value) =>
  value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);
/** Enabled by any non-empty value, including `0` and `false`, as existing deployments expect. */
const flag = variable((value) => value.trim() !== "");
const switchedOn = variable((value) => value.trim() === "1");

/** Variables whose values are used as they are, by the name of the setting. */
const plain = {
  codes: { env: "CODE", schema: list },
  hideUserApiKey: { env: "HIDE_USER_API_KEY", schema: flag, isPublic: true },
  disableGPT4: { env: "DISABLE_GPT4", schema: flag, isPublic: true },
  enableBalanceQuery: { env: "ENABLE_BALANCE_QUERY", schema: flag },
  disableFastLink: { env: "DISABLE_FAST_LINK", schema: flag, isPublic: true },
  customModels: { env: "CUSTOM_MODELS", schema: line, isPublic: true },
  visionModels: { env: "VISION_MODELS", schema: line, isPublic: true },
  enableDemo: { env: "ENABLE_DEMO", schema: switchedOn },
  disableDemo: { env: "DISABLE_DEMO", schema: switchedOn },
  trustProxy: { env: "TRUST_PROXY", schema: switchedOn },
  disableResume: { env: "DISABLE_RESUME", schema: switchedOn },
  disablePluginProxy: { env: "DISABLE_PLUGIN_PROXY", schema: flag },
  pyodidePackagesUrl: { env: "PYODIDE_PACKAGES_URL", schema: line, isPublic: true },
  asksForAnalytics: { env: "VERCEL_ANALYTICS", schema: switchedOn },
} as const;

type PlainName = keyof typeof plain;

/** The settings that are the values of variables. */
export type PlainConfig = { readonly [Name in PlainName]: z.output<(typeof plain)[Name]["schema"]> };

/** The names of plain settings that browsers may know. */
type PublicName = {
  [Name in PlainName]: (typeof plain)[Name] extends { readonly isPublic: true } ? Name : never;
}[PlainName];

/** Returns the plain settings that browsers may know. */
export function publicSettings(config: PlainConfig): Pick<PlainConfig, PublicName> {
  const names = Object.entries(plain).flatMap(([name, each]) => ("isPublic" in each ? [name as PublicName] : []));
  return Object.fromEntries(names.map((name) => [name, config[name]])) as Pick<PlainConfig, PublicName>;
}

/** Variables from which settings are computed. */
export const variables = z.object({
  CODE_SECRET: list,
  CODE_LIMITS: line,
  TRUSTED_USER_HEADER: line,
  TRUSTED_PROXIES: list,
  USER_LIMITS: line,
  ADMIN_SECRET: line,
  REDIS_URL: line,
  LIMITS_WITHOUT_STORE: line,
  PRICES: line,
  OPENAI_ORG_ID: line,
  DEFAULT_MODEL: line,
  DEFAULTS: line,
  ALLOWED_ORIGINS: list,
  ALLOWED_HOSTS: list,
  MAX_BODY_BYTES: line,
  MAX_OUTPUT_TOKENS: line,
  MAX_IMAGES: line,
  MAX_REPLY_SECONDS: line,
  PLUGIN_PROXY_HOSTS: list,
  PLUGIN_PROXY_INTERNAL_HOSTS: list,
  ENABLE_MCP: line,
  MCP_CONFIG_PATH: line,
  MCP_ADMIN_SECRET: line,
  WHITE_WEBDAV_ENDPOINTS: list,
  WHITE_S3_ENDPOINTS: list,
  ARTIFACTS_DIR: line,
  UPSTASH_REDIS_REST_URL: line,
  UPSTASH_REDIS_REST_TOKEN: line,
  CLOUDFLARE_ACCOUNT_ID: line,
  CLOUDFLARE_KV_NAMESPACE_ID: line,
  CLOUDFLARE_KV_API_KEY: list,
  CLOUDFLARE_KV_TTL: line,
  SHARE_URL: line,
  SHARE_LINK: line,
  SEARCH_ENGINE: line,
  SEARCH_API_KEY: line,
  SEARCH_URL: line,
  LOG_FORMAT: line,
  METRICS_PORT: line,
  METRICS_HOST: line,
  OTEL_EXPORTER_OTLP_ENDPOINT: line,
  OTEL_EXPORTER_OTLP_HEADERS: list,
  OTEL_SERVICE_NAME: line,
  OTEL_TRACES_SAMPLER_ARG: line,
  OTEL_PROPAGATORS: line,
  PROXY_URL: line,
  NO_PROXY: list,
  SERVERS: line,
  OLLAMA_URL: line,
  LLAMACPP_URL: line,
  LLAMACPP_API_KEY: list,
  LMSTUDIO_URL: line,
  VLLM_URL: line,
  VLLM_API_KEY: list,
});

/** Names of all variables except those of providers. */
export const serverVariables: readonly string[] = [
  ...Object.values(plain).map(({ env }) => env),
  ...Object.keys(variables.shape),
  ...Object.keys(brandVariables),
];

/** The format of a variable: `one` is enabled only by `1`. */
export type VariableKind = "text" | "list" | "flag" | "one";

/** Formats of these variables, by name. */
export const variableKinds: ReadonlyMap<string, VariableKind> = new Map([
  ...Object.values(plain).map(({ env, schema }) => [env, kindOf(schema)] as const),
  ...Object.entries(variables.shape).map(([name, schema]) => [name, kindOf(schema)] as const),
  ["BRAND_HIDE", "list"],
]);

/** Reads the plain settings. */
export function readPlain(env: Variables): PlainConfig {
  return Object.fromEntries(
    Object.entries(plain).map(([name, { env: variable, schema }]) => [name, z.parse(schema, env[variable])]),
  ) as PlainConfig;
}

function kindOf(schema: unknown): VariableKind {
  if (schema === list) return "list";
  if (schema === flag) return "flag";
  return schema === switchedOn ? "one" : "text";
}

/** Creates the schema of a variable; a missing one counts as empty. */
function variable<T>(read: (value: string) => T) {
  return z.pipe(z._default(z.string(), ""), z.transform(read));
}

/** The variables from which settings are computed, as they were read. */
export type ReadVariables = z.output<typeof variables>;
