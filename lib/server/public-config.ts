import type { SiteServer } from "@/lib/providers/site-server";
import { isGpt4Family } from "@/lib/server/model-gate";
import type { ServerConfig } from "@/lib/server/server-config";
import { resumesReplies } from "@/lib/server/usage/usage-place";
import { publicSettings } from "@/lib/server/variables";
import { hostOf } from "@/lib/settings/access-settings";
import type { ServerFlags } from "@/lib/settings/server-flags";

/**
 * Returns the settings that every browser may know: these fields only (docs/security.md#l62).
 *
 * @param hasUser whether a trusted proxy names the user, who then needs no code
 */
export function publicConfig(config: ServerConfig, hasUser = false): ServerFlags {
  const needCode = config.codeRules.isNeeded && !hasUser;
  return {
    ...publicSettings(config),
    needCode,
    hideBalanceQuery: !config.enableBalanceQuery,
    customModels: config.disableGPT4 ? withoutGpt4(config) : config.customModels,
    defaultModel: config.disableGPT4 && isGpt4Family(config.defaultModel) ? "" : config.defaultModel,
    demo: demoMode(config),
    // With access codes, this list would reveal to strangers which providers the operator uses; without them, any call
    // does.
    served: needCode ? undefined : servedBy(config),
    upstreamHosts: upstreamHosts(config),
    enableMcp: config.enableMcp,
    artifacts: config.artifactPlace !== undefined,
    resumesReplies: resumesReplies(config),
    hasUser,
    servers: siteServersOf(config),
    searchHost: config.search ? new URL(config.search.address).host : "",
    shareHost: config.shareService ? new URL(config.shareService.url).host : "",
  };
}

/** Returns the mode of the demo: forced by the operator, or offered while the server has no key. */
export function demoMode(config: ServerConfig): ServerFlags["demo"] {
  if (config.disableDemo) return "off";
  if (config.enableDemo) return "forced";
  return servedBy(config).length > 0 ? "off" : "offered";
}

/** Returns the ids of providers for which the server has a key: users without an own key can use them. */
function servedBy({ providers }: ServerConfig): string[] {
  return [...providers].flatMap(([id, { credentials }]) => (credentials.length > 0 ? [id] : []));
}

/** Returns the operator's own servers, without addresses and keys. */
function siteServersOf({ providers }: ServerConfig): SiteServer[] {
  return [...providers.values()].flatMap(({ api, provider: { id, name, models } }) =>
    api ? [{ id, name, api, models }] : [],
  );
}

/** Returns the hosts of the operator's own URLs by provider: keys that a NextChat used on this site are sent there. */
function upstreamHosts({ providers, hideUserApiKey }: ServerConfig): Record<string, string> {
  if (hideUserApiKey) return {};
  return Object.fromEntries(
    [...providers].flatMap(([id, { baseUrl, provider }]) => {
      if (provider.isSite) return [];
      const host = hostOf(baseUrl ?? "");
      return host ? [[id, host]] : [];
    }),
  );
}

/** Adds `-name` for every built-in model of the GPT-4 family, so that lists exclude them. */
function withoutGpt4({ customModels, providers }: ServerConfig): string {
  const models = new Set([...providers.values()].flatMap(({ provider }) => provider.models));
  const removed = [...models].filter(isGpt4Family).map((model) => `-${model}`);
  return [...(customModels ? [customModels] : []), ...removed].join(",");
}
