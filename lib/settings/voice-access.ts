import { readVoiceSettings, storedVoiceSettings, type VoiceSettings, voiceHost } from "@/lib/settings/voice-settings";

/** Returns the key if it was entered for the current host; undefined otherwise. */
export function voiceKey(settings: VoiceSettings): string | undefined {
  const { apiKey, apiKeyHost } = settings;
  return apiKey !== "" && apiKeyHost !== "" && apiKeyHost === voiceHost(settings) ? apiKey : undefined;
}

/** Changes the settings; a key that is entered is bound to the host that is then chosen. */
export function changeVoiceSettings(settings: VoiceSettings, patch: Partial<VoiceSettings>): VoiceSettings {
  const changed = readVoiceSettings(storedVoiceSettings({ ...settings, ...patch }));
  return patch.apiKey === undefined ? changed : { ...changed, apiKeyHost: voiceHost(changed) };
}
