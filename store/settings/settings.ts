import { create } from "zustand";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import type { Environment } from "@/lib/environment";
import { readFields } from "@/lib/fields/fields";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { ModelAbilities } from "@/lib/providers/model-abilities";
import {
  type AppConfig,
  type AppSettings,
  appSettings,
  readAppConfig,
  type SkinTone,
  sidebarWidths,
} from "@/lib/settings/app-settings";
import type { SearchSettings } from "@/lib/settings/search-settings";
import { readSpeechSettings, type SpeechSettings } from "@/lib/settings/speech-settings";
import type { VoiceSettings } from "@/lib/settings/voice-settings";

interface SettingsActions {
  hydrate(stored: unknown): void;
  /** Sets one setting; the value is parsed and clamped. */
  set<K extends keyof AppSettings>(name: K, value: AppSettings[K]): void;
  /** Sets the user's avatar, by its emoji code. */
  setAvatar(code: string): void;
  /** Stores an emoji as the one chosen last. */
  noteEmoji(code: string): void;
  setSkinTone(tone: SkinTone): void;
  /**
   * Sets the sidebar's width in pixels. Below the threshold the sidebar becomes narrow; above the maximum it is capped.
   */
  setSidebarWidth(width: number): void;
  /** Changes the model settings that new chats start from. */
  setModelConfig(patch: Partial<ModelSettings>): void;
  /** Changes how replies are read aloud. */
  setSpeech(patch: Partial<SpeechSettings>): void;
  /** Sets the settings of live conversations; `changeVoice` changes parts of them. */
  setVoice(realtimeConfig: VoiceSettings): void;
  /** Sets the search engine for models without a web search; `changeSearch` changes parts of it. */
  setSearch(searchConfig: SearchSettings): void;
  /** Toggles whether a model (`name@provider id`) is a favourite. */
  toggleFavourite(key: string): void;
  /** Sets an ability of a model (`model@provider name`); undefined means that it is found out. */
  setAbility(key: string, name: keyof ModelAbilities, value: boolean | undefined): void;
  /** Stores a model as the one chosen last. */
  noteRecent(key: string): void;
  countSent(): void;
  /** Sets the instructions that are sent first in every chat. */
  setSystemPrompt(text: string): void;
  /** Sets the prompt of the next blend; empty for the default. */
  setBlendPrompt(text: string): void;
  /** Stores that the user was told that earlier messages are not sent any more. */
  noteLeftOut(): void;
  /** Resets all settings to their defaults; keys and addresses stay. */
  reset(): void;
}

/** Maximum number of recent models. */
const recentCount = 5;
/** Maximum number of recent emoji: two rows of the picker. */
const recentEmojiCount = 16;

export type SettingsStore = AppConfig & SettingsActions;

/** Creates the store of the app's settings (`app-config`). */
export function createSettings({ env }: { env: Pick<Environment, "now"> }) {
  return create<SettingsStore>()((set, get) => {
    const change = (patch: Partial<AppConfig>) => set({ ...patch, lastUpdateTime: env.now() });
    return {
      ...readAppConfig(undefined),
      hydrate(stored) {
        set(readAppConfig(stored));
      },
      set(name, value) {
        change({ [name]: appSettings[name].read(value) });
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
      setVoice(realtimeConfig) {
        change({ realtimeConfig });
      },
      setSearch(searchConfig) {
        change({ searchConfig });
      },
      toggleFavourite(key) {
        const { favouriteModels } = get();
        const isFavourite = favouriteModels.includes(key);
        change({
          favouriteModels: isFavourite ? favouriteModels.filter((each) => each !== key) : [...favouriteModels, key],
        });
      },
      setAbility(key, name, value) {
        const { [key]: former, ...others } = get().modelAbilities;
        const { [name]: _replaced, ...rest } = former ?? {};
        const abilities = value === undefined ? rest : { ...rest, [name]: value };
        const isSet = Object.keys(abilities).length > 0;
        change({ modelAbilities: isSet ? { ...others, [key]: abilities } : others });
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
        const { searchConfig } = get();
        const search = { ...searchConfig, isPreferred: usual.searchConfig.isPreferred };
        change({ ...usual, realtimeConfig: { ...usual.realtimeConfig, ...own }, searchConfig: search });
      },
      setSystemPrompt(systemPrompt) {
        change({ systemPrompt });
      },
      setBlendPrompt(blendPrompt) {
        change({ blendPrompt });
      },
      noteLeftOut() {
        set({ hasSeenLeftOut: true });
      },
      countSent() {
        set(({ sentCount }) => ({ sentCount: sentCount + 1 }));
      },
    };
  });
}

export const useSettings = createSettings({ env: browserEnvironment });
