import { type Step, without } from "@/lib/import/nextchat/nextchat-step";
import type { JsonRecord } from "@/lib/json";
import { endpointOf, type Provider, secretNames } from "@/lib/providers/provider";
import { accessKey, hostOf } from "@/lib/settings/access-settings";

/** Fields that the server sets, not the user. */
const serverOwned = [
  "needCode",
  "hideUserApiKey",
  "hideBalanceQuery",
  "disableGPT4",
  "disableFastLink",
  "customModels",
  "defaultModel",
  "visionModels",
];

/** URLs of NextChat's own relays and of its hosted ones: here they mean the default URL. */
const relayAddress = /^\/api(\/|$)|^https?:\/\/(api\.nextchat\.dev(\/|$)|([^/?#@]+\.)?nextweb\.fun\/api\/proxy)/i;

/** Migrations of NextChat's credentials. */
export const accessSteps: readonly Step[] = [
  {
    to: 2,
    name: "the token is OpenAI's key",
    isDue: (access) => "token" in access,
    migrate: (access) => ({
      azureApiVersion: "2023-08-01-preview",
      ...renamed(access, "token", "openaiApiKey"),
    }),
  },
  {
    to: 2,
    name: "ChatGLM's fields had short names in October 2024",
    isDue: (access) => "glmUrl" in access || "glmApiKey" in access,
    migrate: (access) => renamed(renamed(access, "glmUrl", "chatglmUrl"), "glmApiKey", "chatglmApiKey"),
  },
  {
    to: 2,
    name: "an address of NextChat's relays means the default one",
    isDue: () => true,
    migrate: (access) =>
      Object.fromEntries(
        Object.entries(access).map(([name, value]) => [name, isDefaultAddress(name, value) ? "" : value]),
      ),
  },
  {
    to: 2,
    name: "what the server says is asked of the server",
    isDue: (access) => serverOwned.some((name) => name in access),
    migrate: (access) => without(access, ...serverOwned),
  },
  {
    to: 2,
    name: "a key belongs to the host of the address beside which it stands",
    isDue: (access) => !("hosts" in access),
    migrate: (access, { context }) => ({ ...access, hosts: hostsOfKeys(access, context.providers) }),
  },
];

/** Renames a text field, unless the new name is already in use. */
function renamed(access: JsonRecord, from: string, to: string): JsonRecord {
  const { [from]: value, ...rest } = access;
  return typeof value === "string" && !rest[to] ? { ...rest, [to]: value } : rest;
}

function isDefaultAddress(name: string, value: unknown): boolean {
  if (!name.endsWith("Url") || typeof value !== "string") return false;
  return relayAddress.test(value.trim()) || (name === "azureUrl" && value.trim().endsWith("{resource_name}"));
}

/**
 * Returns the hosts of keys: NextChat sent a key to the URL beside it, so we bind it to that host
 * (docs/decisions/0009-keys-and-hosts.md).
 */
function hostsOfKeys(access: JsonRecord, providers: readonly Provider[]): JsonRecord {
  return Object.fromEntries(
    providers.flatMap((provider) => {
      const endpoint = endpointOf(provider);
      const address = endpoint && !endpoint.isFixed ? access[accessKey(provider, endpoint.name)] : "";
      const host = hostOf(typeof address === "string" ? address : "");
      if (host === undefined) return [];
      return secretNames(provider)
        .map((name) => accessKey(provider, name))
        .filter((key) => typeof access[key] === "string" && access[key] !== "")
        .map((key): [string, string] => [key, host]);
    }),
  );
}
