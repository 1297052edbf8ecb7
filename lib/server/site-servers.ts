import { readFields } from "@/lib/fields/fields";
import { type ApiType, apiTypeNames, defaultApiType } from "@/lib/providers/api-types";
import { type Provider, routeOf } from "@/lib/providers/provider";
import { maxSiteModels, maxSiteNameChars, siteIdPrefix, siteServer } from "@/lib/providers/site-server";
import { asBaseUrl, notAnAddress } from "@/lib/server/base-url";
import { headerSafe } from "@/lib/server/header-safe";
import type { ProviderConfig } from "@/lib/server/provider-config";
import { siteCalls } from "@/lib/server/site-calls";
import { list, type ReadVariables, type Variables } from "@/lib/server/variables";
import * as z from "@/lib/zod";

/** An operator's own server before it has an id. */
interface GivenServer {
  readonly name: string;
  readonly api: ApiType;
  readonly url: string;
  readonly keys: readonly string[];
  readonly models: readonly string[];
}

/** Maximum number of entries in SERVERS. */
const maxEntries = 20;

/** Maximum length of a model's name, in characters. */
const maxModelChars = 200;

const entry = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxSiteNameChars), z.regex(/^\P{Cc}+$/u)),
  api: z._default(z.enum(apiTypeNames), defaultApiType),
  url: z.string(),
  key: z.optional(z.string().check(z.regex(/^[A-Z_]\w{0,99}$/i))),
  models: z._default(
    z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(maxModelChars))).check(z.maxLength(maxSiteModels)),
    [],
  ),
});

type EntryField = keyof z.output<typeof entry>;

/** The problem of each field of an entry. The value is not part of it, because it could be a key. */
const fieldProblems: Readonly<Record<EntryField, string>> = {
  name: `name is not a text of 1 to ${maxSiteNameChars} characters`,
  api: `api is not one of ${apiTypeNames.join(", ")}`,
  url: "url is not a usable address: write https://host/path, without a name, a password, a query or a fragment",
  key: "key is not the name of another variable that has a value",
  models: `models is not a list of at most ${maxSiteModels} names`,
};

/** A server with a variable of its own. */
interface Shorthand {
  readonly variable: "OLLAMA_URL" | "LLAMACPP_URL" | "LMSTUDIO_URL" | "VLLM_URL";
  readonly key?: "LLAMACPP_API_KEY" | "VLLM_API_KEY";
  /** The part of the id after the prefix. */
  readonly slug: string;
  readonly name: string;
  readonly api: ApiType;
}

const shorthands: readonly Shorthand[] = [
  { variable: "OLLAMA_URL", slug: "ollama", name: "Ollama (site)", api: "ollama" },
  { variable: "LLAMACPP_URL", key: "LLAMACPP_API_KEY", slug: "llamacpp", name: "llama.cpp (site)", api: "openai" },
  { variable: "LMSTUDIO_URL", slug: "lmstudio", name: "LM Studio (site)", api: "openai" },
  { variable: "VLLM_URL", key: "VLLM_API_KEY", slug: "vllm", name: "vLLM (site)", api: "openai" },
];

/**
 * Reads the operator's own servers: those with a variable of their own, then those of SERVERS. Entries with a problem are
 * skipped. Problems name variables, entries and fields, but no values.
 */
export function readSiteServers(
  read: ReadVariables,
  env: Variables,
  builtIn: readonly Provider[],
  problems: string[],
): ProviderConfig[] {
  const names = new Set(builtIn.flatMap((provider) => [provider.id, provider.name, routeOf(provider)].map(folded)));
  const found = new Map<string, ProviderConfig>();
  const add = (slug: string, server: GivenServer) => {
    names.add(folded(server.name));
    found.set(siteIdPrefix + slug, configOf(siteIdPrefix + slug, server, env));
  };
  for (const shorthand of shorthands) {
    const server = readShorthand(shorthand, read, problems);
    if (server) add(shorthand.slug, server);
  }
  for (const [index, each] of readEntries(read.SERVERS, problems).entries()) {
    const label = `SERVERS, entry ${index + 1}`;
    const server = readEntry(each, label, env, problems);
    if (!server) continue;
    const slug = slugOf(server.name);
    const isTaken = names.has(folded(server.name)) || found.has(siteIdPrefix + slug);
    if (slug === "") problems.push(`${label}: name has no letter and no digit.`);
    else if (isTaken) problems.push(`${label}: name is that of a provider or of another server.`);
    else add(slug, server);
  }
  return [...found.values()];
}

function readShorthand(
  { variable, key, name, api }: Shorthand,
  read: ReadVariables,
  problems: string[],
): GivenServer | undefined {
  if (read[variable] === "") return undefined;
  const url = asBaseUrl(read[variable]);
  if (url === undefined) problems.push(notAnAddress(variable));
  const given = key ? read[key] : [];
  const keys = key ? headerSafe(given, key, problems) : [];
  const hasKeys = given.length === 0 || keys.length > 0;
  return url !== undefined && hasKeys ? { name, api, url, keys, models: [] } : undefined;
}

function readEntries(text: string, problems: string[]): readonly unknown[] {
  if (text === "") return [];
  const { data } = z.safeParse(z.pipe(z.jsonText, z.array(z.unknown())), text);
  if (!data) problems.push("SERVERS is not a JSON list of servers. docs/operator-guide.md has an example.");
  if (data && data.length > maxEntries) {
    problems.push(`SERVERS has more than ${maxEntries} entries: the others are not used.`);
  }
  return data?.slice(0, maxEntries) ?? [];
}

function readEntry(value: unknown, label: string, env: Variables, problems: string[]): GivenServer | undefined {
  const { data, error } = z.safeParse(entry, value);
  if (!data) {
    const fields = new Set(error.issues.map(({ path: [field] }) => field));
    problems.push(...[...fields].map((field) => `${label}: ${problemOf(field)}.`));
    return undefined;
  }
  const { name, api, models, key } = data;
  const url = asBaseUrl(data.url);
  const given = key === undefined ? [] : z.parse(list, env[key]);
  const keys = key === undefined ? [] : headerSafe(given, key, problems);
  if (url === undefined) problems.push(`${label}: ${fieldProblems.url}.`);
  if (key !== undefined && given.length === 0) problems.push(`${label}: ${fieldProblems.key}.`);
  // Without its key, the server would reject every call.
  const hasKeys = key === undefined || keys.length > 0;
  return url !== undefined && hasKeys ? { name, api, url, keys, models: [...new Set(models)] } : undefined;
}

function problemOf(field: PropertyKey | undefined): string {
  const known = Object.entries(fieldProblems).find(([name]) => name === field);
  return known?.[1] ?? `it is not an object with only the fields ${Object.keys(fieldProblems).join(", ")}`;
}

function configOf(id: string, { name, api, url, keys, models }: GivenServer, env: Variables): ProviderConfig {
  const provider = siteServer({ id, name, api, models }, siteCalls[api]);
  return {
    provider,
    api,
    baseUrl: url,
    options: optionsOf(provider, env),
    credentials: keys.length > 0 ? keys.map((apiKey) => ({ apiKey })) : [{}],
  };
}

/** Returns the values of an API's other fields: those of the variables of its built-in provider, or the defaults. */
function optionsOf({ fields }: Provider, env: Variables): Record<string, string> {
  const texts = Object.entries(fields).filter(([, field]) => field.kind === "text");
  const given = texts.flatMap(([name, field]) => {
    const value = field.kind === "text" && field.env ? env[field.env]?.trim() : "";
    return value ? [[name, value] as const] : [];
  });
  const values = readFields(Object.fromEntries(texts), Object.fromEntries(given));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function folded(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/**
 * Returns a name as part of an id, in lower-case letters, digits and hyphens. Letters without an ASCII form become their
 * code points, so that the id of a server does not depend on its position.
 */
function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^\p{ASCII}]/gu, (letter) => (/[\p{L}\p{N}]/u.test(letter) ? letterCode(letter) : "-"))
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-|-$/g, "");
}

function letterCode(letter: string): string {
  return (letter.codePointAt(0) ?? 0).toString(36);
}
