import type { ImportContext } from "@/lib/import/imported";
import { type JsonRecord, recordOf } from "@/lib/json";

/** Model settings from before each of these could be set. */
export const oldModelDefaults = {
  sendMemory: true,
  historyMessageCount: 4,
  compressMessageLengthThreshold: 1000,
} as const;

/** Changes the model settings in a mask or a configuration. */
export function withModelConfig(state: JsonRecord, change: (modelConfig: JsonRecord) => JsonRecord): JsonRecord {
  return { ...state, modelConfig: change(recordOf(state.modelConfig)) };
}

/**
 * Converts a provider's name to ours: builds of July 2024 stored `Openai`; earlier ones only supported OpenAI and
 * stored no name.
 */
export function withProviderNames(modelConfig: JsonRecord, { providers }: ImportContext): JsonRecord {
  const known = (name: string) =>
    providers.find((each) => each.name.toLowerCase() === name.toLowerCase())?.name ?? name;
  const { providerName, compressProviderName } = modelConfig;
  return {
    ...modelConfig,
    providerName: typeof providerName === "string" && providerName !== "" ? known(providerName) : "OpenAI",
    ...(typeof compressProviderName === "string" && { compressProviderName: known(compressProviderName) }),
  };
}
