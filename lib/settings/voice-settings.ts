import { choice, range, readFields, secret, text, toggle, type ValuesOf } from "@/lib/fields/fields";
import { isRecord } from "@/lib/json";
import { hostOf, withScheme } from "@/lib/settings/access-settings";

/** Settings of live voice (`realtimeConfig`). */
export const voiceSettings = {
  enable: toggle({ section: "voice", default: false }),
  provider: choice({ section: "voice", default: "OpenAI", options: ["OpenAI", "Azure"] }),
  model: text({ section: "voice", default: "gpt-4o-realtime-preview-2024-10-01", example: "gpt-realtime-2.1" }),
  apiKey: secret(),
  azureEndpoint: text({ section: "voice", example: "https://name.openai.azure.com" }),
  azureDeployment: text({ section: "voice" }),
  voice: choice({ section: "voice", default: "alloy", options: ["alloy", "shimmer", "echo", "marin", "cedar"] }),
  // Stored for other programs (docs/decisions/0031-speech-and-live-voice.md); the current API does not support it.
  temperature: range({ section: "hidden", default: 0.9, min: 0.6, max: 1, step: 0.1 }),
};

/** The settings of live voice, with the host for which the key was entered (docs/decisions/0009-keys-and-hosts.md). */
export interface VoiceSettings extends ValuesOf<typeof voiceSettings> {
  readonly apiKeyHost: string;
}

/** OpenAI's public URL, to which a key of live voice belongs unless Azure is chosen. */
export const openAIAddress = "https://api.openai.com";

/** Returns the URL at which the key is used; empty while Azure's is unknown. */
export function voiceAddress({ provider, azureEndpoint }: Pick<VoiceSettings, "provider" | "azureEndpoint">): string {
  return provider === "Azure" ? withScheme(azureEndpoint) : openAIAddress;
}

/** Returns the host of that URL; empty without a URL. */
export function voiceHost(settings: Pick<VoiceSettings, "provider" | "azureEndpoint">): string {
  const address = voiceAddress(settings);
  return address === "" ? "" : (hostOf(address) ?? "");
}

/**
 * Reads the settings of live voice from the stored shape, in which Azure's are nested. A key without a known host, as
 * other programs store it, is bound to the URL beside it. Never throws.
 */
export function readVoiceSettings(input: unknown): VoiceSettings {
  const source = isRecord(input) ? input : {};
  const azure = isRecord(source.azure) ? source.azure : {};
  const settings = readFields(voiceSettings, {
    ...source,
    azureEndpoint: azure.endpoint ?? "",
    azureDeployment: azure.deployment ?? "",
  });
  const { apiKeyHost } = source;
  return { ...settings, apiKeyHost: typeof apiKeyHost === "string" ? apiKeyHost : voiceHost(settings) };
}

/** Returns the settings in their stored shape. */
export function storedVoiceSettings({ azureEndpoint, azureDeployment, ...rest }: VoiceSettings): object {
  return { ...rest, azure: { endpoint: azureEndpoint, deployment: azureDeployment } };
}
