import { changeVoiceSettings } from "@/lib/settings/voice-access";
import type { VoiceSettings } from "@/lib/settings/voice-settings";
import { useSettings } from "@/store/settings/settings";

/** Changes the settings of live conversations. */
export function changeVoice(patch: Partial<VoiceSettings>): void {
  const { realtimeConfig, setVoice } = useSettings.getState();
  setVoice(changeVoiceSettings(realtimeConfig, patch));
}
