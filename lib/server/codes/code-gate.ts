import { providerIdOf } from "@/lib/models/model-entry";
import { makesMedia } from "@/lib/models/model-facts";
import { makesSpeech } from "@/lib/models/speech-names";
import type { Provider } from "@/lib/providers/provider";
import { type CodeRights, includesFeature } from "@/lib/server/codes/code-rights";
import { type ModelGate, readModelGate } from "@/lib/server/model-gate";
import { RecentMap } from "@/lib/server/recent-map";
import type { ServerConfig } from "@/lib/server/server-config";

/** The models and providers that the caller's code includes, within those that the operator allows. */
export interface CodeGate extends ModelGate {
  includesProvider(provider: Pick<Provider, "id">): boolean;
}

/** Maximum number of gates in memory, one for each set of rights. */
const maxGates = 200;

/** The gates of each configuration, by rights. */
const gatesByConfig = new WeakMap<object, RecentMap<string, CodeGate>>();

/**
 * Returns the models and providers that a caller with these rights may use. Gates are cached, because a gate is a list
 * of all models.
 */
export function gateOf(config: Pick<ServerConfig, "gate" | "providers">, rights: CodeRights | undefined): CodeGate {
  if (rights === undefined) return { ...config.gate, includesProvider: () => true };
  const gates = gatesByConfig.get(config) ?? new RecentMap<string, CodeGate>(maxGates);
  gatesByConfig.set(config, gates);
  const key = JSON.stringify([rights.models, rights.providers, rights.features]);
  return gates.getOrCreate(key, () => createGate(config, rights));
}

/** Returns the feature that a model needs and the rights lack, by the model's name. */
function missingFeature(model: string, rights: CodeRights): "images" | "voice" | undefined {
  if (makesMedia(model) && !includesFeature(rights, "images")) return "images";
  return makesSpeech(model) && !includesFeature(rights, "voice") ? "voice" : undefined;
}

function createGate(config: Pick<ServerConfig, "gate" | "providers">, rights: CodeRights): CodeGate {
  const { gate: operators } = config;
  const providers = [...config.providers.values()].map(({ provider }) => provider);
  const codes = readModelGate({ customModels: rights.models ?? "", disableGPT4: false }, providers);
  const ids = rights.providers && new Set(rights.providers.map((name) => providerIdOf(name, providers)));
  const hasMedia = includesFeature(rights, "images") && includesFeature(rights, "voice");
  return {
    isClosed: operators.isClosed || codes.isClosed || !hasMedia,
    isListed: (named) => operators.isListed(named) && codes.isListed(named),
    isAllowed: (model, provider) =>
      operators.isAllowed(model, provider) && codes.isAllowed(model, provider) && !missingFeature(model, rights),
    refusalOf(model, provider) {
      if (!operators.isAllowed(model, provider)) return "model-not-allowed";
      if (!codes.isAllowed(model, provider)) return "code-model";
      return missingFeature(model, rights) === "voice" ? "code-voice" : "code-images";
    },
    includesProvider: ({ id }) => ids === undefined || ids.has(id),
  };
}
