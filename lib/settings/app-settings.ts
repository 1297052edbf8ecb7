import { modelSettings } from "@/lib/chat/model-settings";
import { choice, range, readFields, text, toggle, type ValuesOf } from "@/lib/fields/fields";
import { type ModelAbilities, readAbilities } from "@/lib/providers/model-abilities";
import { readSearchSettings, type SearchSettings } from "@/lib/settings/search-settings";
import { readSpeechSettings, type SpeechSettings } from "@/lib/settings/speech-settings";
import { readVoiceSettings, storedVoiceSettings, type VoiceSettings } from "@/lib/settings/voice-settings";

/** Sidebar widths in pixels: default, maximum, the threshold at which dragging snaps, and narrow. */
export const sidebarWidths = { default: 300, max: 500, threshold: 230, narrow: 100 } as const;

export const submitKeys = ["Enter", "Ctrl + Enter", "Shift + Enter", "Alt + Enter", "Meta + Enter"] as const;

/** Settings of the app's appearance and behavior; `section` is the group on the settings screen, in this order. */
export const appSettings = {
  theme: choice({ section: "general", default: "auto", options: ["auto", "light", "dark"] }),
  submitKey: choice({ section: "general", default: "Enter", options: submitKeys }),
  tightBorder: toggle({ section: "general", default: false }),
  sendPreviewBubble: toggle({ section: "general", default: true }),
  startWith: choice({ section: "general", default: "list", options: ["list", "last", "new"] }),
  imageLimit: choice({ section: "general", default: "standard", options: ["standard", "large"] }),
  enableAutoGenerateTitle: toggle({ section: "general", default: true }),
  fontSize: range({ section: "reading", default: 14, min: 12, max: 40, unit: "px" }),
  fontFamily: text({ section: "reading" }),
  density: choice({ section: "reading", default: "regular", options: ["compact", "regular", "roomy"] }),
  enableArtifacts: toggle({ section: "reading", default: true }),
  enableCodeFold: toggle({ section: "reading", default: true }),
  dontShowMaskSplashScreen: toggle({ section: "masks", default: false, isShownInverted: true }),
  hideBuiltinMasks: toggle({ section: "masks", default: false }),
  disablePromptHint: toggle({ section: "masks", default: false, isShownInverted: true }),
  enableFacts: toggle({ section: "facts", default: false }),
  customModels: text({ section: "access", example: "+name, -name, name=alias, name@provider, -all" }),
  visionModels: text({ section: "access", example: "name, name" }),
  replyTimeout: choice({ section: "access", default: "auto", options: ["auto", "minutes5", "minutes15", "minutes60"] }),
  finishReplies: toggle({ section: "access", default: false }),
};

/** Unicode's five skin tones, from the lightest, and the default yellow (`none`). */
export const skinTones = ["none", "1f3fb", "1f3fc", "1f3fd", "1f3fe", "1f3ff"] as const;
export type SkinTone = (typeof skinTones)[number];

export type AppSettings = ValuesOf<typeof appSettings>;

/** The content of the `app-config` document: the rows of the settings screen, and values that other controls set. */
export interface AppConfig extends AppSettings {
  /** An emoji code, such as `1f603`. */
  readonly avatar: string;
  readonly sidebarWidth: number;
  readonly modelConfig: ValuesOf<typeof modelSettings>;
  readonly ttsConfig: SpeechSettings;
  readonly realtimeConfig: VoiceSettings;
  readonly searchConfig: SearchSettings;
  /** The user's instructions, sent first in every chat; empty if there are none. */
  readonly systemPrompt: string;
  /** The prompt of the last blend; empty for the default. */
  readonly blendPrompt: string;
  /** Whether the user was told once that earlier messages are no longer sent. */
  readonly hasSeenLeftOut: boolean;
  /** Whether the user has chosen the model of new chats; until then the operator's default applies. */
  readonly hasChosenModel: boolean;
  /** Keys of the user's favorite models (`name@provider id`), in the order of marking. */
  readonly favouriteModels: readonly string[];
  /** Keys of recently chosen models, newest first. */
  readonly recentModels: readonly string[];
  /** Abilities that the user set for models, by `model@provider name`; others are found out. */
  readonly modelAbilities: Readonly<Record<string, ModelAbilities>>;
  /** Codes of recently chosen emoji, newest first. */
  readonly recentEmoji: readonly string[];
  /** Skin tone of people and hands in the picker. */
  readonly skinTone: SkinTone;
  /** Number of messages ever sent; the hint below the message box disappears after the third. */
  readonly sentCount: number;
  /** Time of the last change, for merging. */
  readonly lastUpdateTime: number;
}

const unseenSettings = {
  avatar: text({ section: "hidden", default: "1f603" }),
  sidebarWidth: range({
    section: "hidden",
    default: sidebarWidths.default,
    min: sidebarWidths.narrow,
    max: sidebarWidths.max,
  }),
  skinTone: choice({ section: "hidden", default: "none", options: skinTones }),
  systemPrompt: text({ section: "hidden" }),
  blendPrompt: text({ section: "hidden" }),
  hasSeenLeftOut: toggle({ section: "hidden", default: false }),
  hasChosenModel: toggle({ section: "hidden", default: false }),
  sentCount: range({ section: "hidden", default: 0, min: 0, max: Number.MAX_SAFE_INTEGER }),
  lastUpdateTime: range({ section: "hidden", default: 0, min: 0, max: Number.MAX_SAFE_INTEGER }),
};

/** Reads the app configuration from any input: missing and invalid values become the default. Never throws. */
export function readAppConfig(input: unknown): AppConfig {
  return {
    ...readFields(appSettings, input),
    ...readFields(unseenSettings, input),
    favouriteModels: namesIn(input, "favouriteModels"),
    recentModels: namesIn(input, "recentModels"),
    recentEmoji: namesIn(input, "recentEmoji"),
    modelAbilities: readAbilities(partOf(input, "modelAbilities")),
    modelConfig: readFields(modelSettings, partOf(input, "modelConfig")),
    ttsConfig: readSpeechSettings(partOf(input, "ttsConfig")),
    realtimeConfig: readVoiceSettings(partOf(input, "realtimeConfig")),
    searchConfig: readSearchSettings(partOf(input, "searchConfig")),
  };
}

/** Puts the user's own values into a configuration in which the operator has fixed some (`store/app/site-defaults.ts`). */
let withOwnValues = (config: AppConfig, _input: unknown): AppConfig => config;

/** Sets the function that puts the user's own values in place of fixed ones before they are stored. */
export function setOwnValues(put: typeof withOwnValues): void {
  withOwnValues = put;
}

/** Returns the app configuration in its stored shape. */
export function storedAppConfig(input: unknown): Record<string, unknown> {
  const config = withOwnValues(readAppConfig(input), input);
  return { ...config, realtimeConfig: storedVoiceSettings(config.realtimeConfig) };
}

function partOf(
  input: unknown,
  name: "modelAbilities" | "modelConfig" | "ttsConfig" | "realtimeConfig" | "searchConfig",
): unknown {
  return typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined;
}

function namesIn(input: unknown, field: "favouriteModels" | "recentModels" | "recentEmoji"): string[] {
  const stored: unknown = typeof input === "object" && input !== null ? Reflect.get(input, field) : undefined;
  return Array.isArray(stored) ? stored.filter((name) => typeof name === "string") : [];
}
