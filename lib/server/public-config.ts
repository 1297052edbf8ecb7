import { isGpt4Family } from "@/lib/server/model-gate";
import type { ServerConfig } from "@/lib/server/server-config";
import { hostOf } from "@/lib/settings/access-settings";
import type { ServerFlags } from "@/lib/settings/server-flags";

/** Returns what every browser may know of the server's settings: these fields and nothing else (L6.2). */
export function publicConfig(config: ServerConfig): ServerFlags {
  return {
    needCode: config.codes.length > 0,
    hideUserApiKey: config.hideUserApiKey,
    disableGPT4: config.disableGPT4,
    hideBalanceQuery: !config.enableBalanceQuery,
    disableFastLink: config.disableFastLink,
    customModels: config.disableGPT4 ? withoutGpt4(config) : config.customModels,
    defaultModel: config.disableGPT4 && isGpt4Family(config.defaultModel) ? "" : config.defaultModel,
    visionModels: config.visionModels,
    demo: demoMode(config),
    // Behind a code it would tell strangers whose services the operator uses; where there is none, anybody's call does.
    ...(config.codes.length === 0 && { served: servedBy(config) }),
    upstreamHosts: upstreamHosts(config),
    enableMcp: config.enableMcp,
    artifacts: config.artifactPlace !== undefined,
    shareHost: config.shareService ? new URL(config.shareService.url).host : "",
  };
}

/** Whether the demonstration is served: by choice of the operator, or while the server has no key of its own. */
export function demoMode(config: ServerConfig): ServerFlags["demo"] {
  if (config.disableDemo) return "off";
  if (config.enableDemo) return "forced";
  return servedBy(config).length > 0 ? "off" : "offered";
}

/** Names the providers for which the server has a key: who has none of their own can use these. */
function servedBy({ providers }: ServerConfig): string[] {
  return [...providers].flatMap(([id, { credentials }]) => (credentials.length > 0 ? [id] : []));
}

/** Names the hosts of the operator's own addresses: keys that a NextChat used on this site belong there. */
function upstreamHosts({ providers, hideUserApiKey }: ServerConfig): Record<string, string> {
  if (hideUserApiKey) return {};
  return Object.fromEntries(
    [...providers].flatMap(([id, { baseUrl }]) => {
      const host = hostOf(baseUrl ?? "");
      return host ? [[id, host]] : [];
    }),
  );
}

/** Adds `-name` for every built-in model of the family, so that lists leave them out. */
function withoutGpt4({ customModels, providers }: ServerConfig): string {
  const models = new Set([...providers.values()].flatMap(({ provider }) => provider.models));
  const removed = [...models].filter(isGpt4Family).map((model) => `-${model}`);
  return [...(customModels ? [customModels] : []), ...removed].join(",");
}
