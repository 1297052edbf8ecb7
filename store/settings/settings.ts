import { create } from "zustand";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import type { Environment } from "@/lib/environment";
import { readField, readFields } from "@/lib/fields/fields";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import {
  type AppConfig,
  type AppSettings,
  appSettings,
  readAppConfig,
  type SkinTone,
  sidebarWidths,
} from "@/lib/settings/app-settings";
import { readSpeechSettings, type SpeechSettings } from "@/lib/settings/speech-settings";
import { changeVoiceSettings, type VoiceSettings } from "@/lib/settings/voice-settings";

interface SettingsActions {
  hydrate(stored: unknown): void;
  /** Sets one setting; the value is parsed and clamped. */
  set<K extends keyof AppSettings>(name: K, value: AppSettings[K]): void;
  /** Sets the emoji that stands for the user, by its code. */
  setAvatar(code: string): void;
  /** Remembers an emoji as the one that was chosen last. */
  noteEmoji(code: string): void;
  setSkinTone(tone: SkinTone): void;
  /** Sets the sidebar's width in pixels; below the threshold it becomes narrow, above the maximum it is capped. */
  setSidebarWidth(width: number): void;
  /** Changes the model settings that new chats start from. */
  setModelConfig(patch: Partial<ModelSettings>): void;
  /** Changes how replies are read aloud. */
  setSpeech(patch: Partial<SpeechSettings>): void;
  /** Changes how one speaks with a model live. */
  setVoice(patch: Partial<VoiceSettings>): void;
  /** Makes a model (`name@provider id`) a favourite, or no longer one. */
  toggleFavourite(key: string): void;
  /** Remembers a model as the one that was chosen last. */
  noteRecent(key: string): void;
  countSent(): void;
  /** Brings all settings back to their defaults; keys and addresses are none of them. */
  reset(): void;
}

/** How many models are remembered as chosen lately. */
const recentCount = 5;
/** How many emoji are remembered: two rows of the picker. */
const recentEmojiCount = 16;

export type SettingsStore = AppConfig & SettingsActions;

/** Makes the store of the app's settings (`app-config`). */
export function createSettings({ env }: { env: Pick<Environment, "now"> }) {
  return create<SettingsStore>()((set, get) => {
    const change = (patch: Partial<AppConfig>) => set({ ...patch, lastUpdateTime: env.now() });
    return {
      ...readAppConfig(undefined),
      hydrate(stored) {
        set(readAppConfig(stored));
      },
      set(name, value) {
        change({ [name]: readField(appSettings[name], value) });
      },
      setAvatar(avatar) {
        change({ avatar });
      },
      noteEmoji(code) {
        set(({ recentEmoji }) => ({
          recentEmoji: [code, ...recentEmoji.filter((each) => each !== code)].slice(0, recentEmojiCount),
        }));
      },
      setSkinTone(skinTone) {
        change({ skinTone });
      },
      setSidebarWidth(width) {
        change({
          sidebarWidth: width < sidebarWidths.threshold ? sidebarWidths.narrow : Math.min(width, sidebarWidths.max),
        });
      },
      setModelConfig(patch) {
        set(({ modelConfig, hasChosenModel }) => ({
          hasChosenModel: hasChosenModel || patch.model !== undefined,
          modelConfig: readFields(modelSettings, { ...modelConfig, ...patch }),
          lastUpdateTime: env.now(),
        }));
      },
      setSpeech(patch) {
        change({ ttsConfig: readSpeechSettings({ ...get().ttsConfig, ...patch }) });
      },
      setVoice(patch) {
        change({ realtimeConfig: changeVoiceSettings(get().realtimeConfig, patch) });
      },
      toggleFavourite(key) {
        const { favouriteModels } = get();
        const isFavourite = favouriteModels.includes(key);
        change({
          favouriteModels: isFavourite ? favouriteModels.filter((each) => each !== key) : [...favouriteModels, key],
        });
      },
      noteRecent(key) {
        set(({ recentModels }) => ({
          recentModels: [key, ...recentModels.filter((each) => each !== key)].slice(0, recentCount),
        }));
      },
      reset() {
        const usual = readAppConfig(undefined);
        const { apiKey, apiKeyHost, azureEndpoint, azureDeployment } = get().realtimeConfig;
        const own = { apiKey, apiKeyHost, azureEndpoint, azureDeployment };
        change({ ...usual, realtimeConfig: { ...usual.realtimeConfig, ...own } });
      },
      countSent() {
        set(({ sentCount }) => ({ sentCount: sentCount + 1 }));
      },
    };
  });
}

export const useSettings = createSettings({ env: browserEnvironment });
