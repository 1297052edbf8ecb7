import type { ImportContext } from "@/lib/import/imported";
import { type JsonRecord, recordOf } from "@/lib/providers/json";

/** What model settings held before each of these could be set. */
export const oldModelDefaults = {
  sendMemory: true,
  historyMessageCount: 4,
  compressMessageLengthThreshold: 1000,
} as const;

/** Changes the model settings inside a mask or a configuration. */
export function withModelConfig(state: JsonRecord, change: (modelConfig: JsonRecord) => JsonRecord): JsonRecord {
  return { ...state, modelConfig: change(recordOf(state.modelConfig)) };
}

/**
 * Writes a provider's name as we do: builds of July 2024 wrote `Openai`, those before had no name and knew OpenAI only.
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
