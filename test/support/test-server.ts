import type { Environment } from "@/lib/environment";
import { endpoint, type Fields, secret } from "@/lib/fields/fields";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { defineProvider, type Provider } from "@/lib/providers/provider";
import { createTokenMemory } from "@/lib/providers/token-memory";
import { createSecretAttempts } from "@/lib/server/admin/secret-attempts";
import { artifactLimits } from "@/lib/server/artifacts/open-artifacts";
import { createAttempts } from "@/lib/server/attempts";
import { createByteBudget } from "@/lib/server/byte-budget";
import { createCodeAttempts } from "@/lib/server/code-attempts";
import { createMetrics } from "@/lib/server/metrics";
import { searchLimits } from "@/lib/server/search-settings";
import { maxHeldBytes, resumableReplies, type Server } from "@/lib/server/server";
import { readServerConfig } from "@/lib/server/server-config";
import { openSiteDefaults } from "@/lib/server/site-defaults";
import { openUsageLimits } from "@/lib/server/usage/open-usage";
import type { Variables } from "@/lib/server/variables";

const common = {
  models: ["gpt-4", "gpt-4o-mini", "acme-1"],
  chat: () => openAIDialect({ path: "v1/chat/completions" }),
} as const;

/** A provider with a key in a bearer token; every kind of relayed path is on its list. */
export const acme: Provider = defineProvider({
  ...common,
  chat: () => openAIDialect({ path: "v1/chat/completions", sendsUsageOption: true }),
  id: "acme",
  name: "Acme",
  fields: { url: endpoint("https://api.acme.example", "ACME_URL"), apiKey: secret("ACME_API_KEY") } as Fields,
  auth: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
  relayed: [
    "POST v1/chat/completions",
    "POST v1/realtime/client_secrets",
    "POST v1/audio/transcriptions",
    "POST v1/images/edits",
    "GET v1/models?limit,after",
    "GET v1/voices",
    "GET dashboard/billing/usage?start_date",
    "GET user/balance",
    "GET v1/user/info",
    "GET v1/credits",
  ],
});

/** A provider with a key in a header of its own. */
export const headed: Provider = defineProvider({
  ...common,
  id: "headed",
  name: "Headed",
  fields: { url: endpoint("https://api.headed.example", "HEADED_URL"), apiKey: secret("HEADED_API_KEY") } as Fields,
  auth: ({ apiKey }) => ({ "x-api-key": String(apiKey) }),
  relayed: ["POST v1/messages"],
});

/** A provider whose credential has two parts. */
export const paired: Provider = defineProvider({
  ...common,
  id: "paired",
  name: "Paired",
  fields: {
    url: endpoint("https://api.paired.example", "PAIRED_URL"),
    keyId: secret("PAIRED_ID"),
    keySecret: secret("PAIRED_SECRET"),
  } as Fields,
  auth: ({ keyId, keySecret }) => ({ authorization: `Bearer ${keyId}:${keySecret}` }),
  relayed: ["POST v1/chat/completions"],
});

/** A provider that takes no credential. */
export const keyless: Provider = defineProvider({
  ...common,
  id: "keyless",
  name: "Keyless",
  fields: { url: endpoint("https://api.keyless.example", "KEYLESS_URL") } as Fields,
  auth: () => ({}),
  relayed: ["GET v1/models"],
});

/** A provider on the user's own computer. */
const local: Provider = defineProvider({
  ...common,
  id: "local",
  name: "Local",
  isLocal: true,
  fields: { url: endpoint("http://localhost:1234") } as Fields,
  auth: () => ({}),
  relayed: ["GET v1/models"],
});

export const testProviders = [acme, headed, paired, keyless, local];

/** A server for tests: settings from variables, the time and the network from the environment, log lines kept. */
export function testServer(
  env: Environment,
  variables: Variables = {},
): Server & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  const config = readServerConfig(variables, testProviders);
  const metrics = createMetrics(env.now);
  const replies = resumableReplies(config, env, (line) => void lines.push(line));
  return {
    config,
    env,
    attempts: createCodeAttempts(env.now),
    metrics,
    adminAttempts: createSecretAttempts(env.now),
    metricsAttempts: createSecretAttempts(env.now),
    usage: openUsageLimits(config, env, {
      log: (line) => void lines.push(line),
      onFailure: metrics.countStoreError,
    }),
    ...(replies && { replies }),
    bodies: createByteBudget(maxHeldBytes),
    siteDefaults: openSiteDefaults(config.siteDefaults, env, (line) => void lines.push(line)),
    artifactWrites: createAttempts(env.now, artifactLimits.writes),
    artifactReads: createAttempts(env.now, artifactLimits.reads),
    searches: createAttempts(env.now, searchLimits),
    remember: createTokenMemory(env.now),
    reach: ({ url, method, headers, body, signal }) =>
      env.fetch(url.href, { method, headers, signal, ...(body && { body }) }),
    mcp: async () => undefined,
    artifacts: async () => undefined,
    log: (line) => void lines.push(line),
    lines,
  };
}
