import * as v from "valibot";
import { type Message, messageSchema, textOf } from "@/lib/chat/message";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import { isRecord, readFields } from "@/lib/fields/fields";
import { storedTime } from "@/lib/fields/time";

/** The avatar that means "show the tile of the model". */
export const modelAvatar = "gpt-bot";

/** A role preset. Every chat owns a private copy of one. */
export interface Mask {
  readonly id: string;
  readonly createdAt: number;
  /** An emoji code such as `1f603`, or `modelAvatar`. */
  readonly avatar: string;
  /** Empty means untitled. */
  readonly name: string;
  /** Messages sent before the history on every request. */
  readonly context: readonly Message[];
  readonly hideContext?: boolean;
  /** True: opening the chat takes over the global model settings. */
  readonly syncGlobalConfig: boolean;
  readonly modelConfig: ModelSettings;
  readonly lang: string;
  readonly builtin: boolean;
  readonly plugin: readonly string[];
  /** True: the model is told of its tools in words, as one without tools of its own. */
  readonly toolsAsText?: boolean;
  readonly enableArtifacts?: boolean;
  readonly enableCodeFold?: boolean;
}

/** Reads a mask that was stored by this version; fields that it does not know are kept, those of a model call too. */
export const maskSchema: v.GenericSchema<unknown, Mask> = v.looseObject({
  id: v.string(),
  createdAt: v.fallback(storedTime, 0),
  avatar: v.fallback(v.string(), modelAvatar),
  name: v.fallback(v.string(), ""),
  context: v.fallback(v.array(messageSchema), []),
  hideContext: v.optional(v.boolean()),
  syncGlobalConfig: v.fallback(v.boolean(), true),
  modelConfig: v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => ({ ...(isRecord(value) ? value : {}), ...readFields(modelSettings, value) })),
    ),
    {},
  ),
  lang: v.fallback(v.string(), "en"),
  builtin: v.fallback(v.boolean(), false),
  plugin: v.fallback(v.array(v.string()), []),
  toolsAsText: v.fallback(v.optional(v.boolean()), undefined),
  enableArtifacts: v.optional(v.boolean()),
  enableCodeFold: v.optional(v.boolean()),
});

/** Makes the mask of a plain chat: no prompts, the global model settings. */
export function emptyMask(given: { id: string; now: number; lang: string; modelConfig: ModelSettings }): Mask {
  return {
    id: given.id,
    createdAt: given.now,
    avatar: modelAvatar,
    name: "",
    context: [],
    syncGlobalConfig: true,
    modelConfig: given.modelConfig,
    lang: given.lang,
    builtin: false,
    plugin: [],
  };
}

/** Whether nothing has been written or chosen in a mask: with it a chat is as a plain one. */
export function isBlank(mask: Mask): boolean {
  const { name, avatar, context, plugin, syncGlobalConfig, hideContext, toolsAsText } = mask;
  const isPlain = name.trim() === "" && avatar === modelAvatar && plugin.length === 0 && syncGlobalConfig;
  const isShown = mask.enableArtifacts !== false && mask.enableCodeFold !== false && !hideContext && !toolsAsText;
  const isUnwritten = context.every((message) => textOf(message).trim() === "" && typeof message.content === "string");
  return isPlain && isShown && isUnwritten;
}

/**
 * Gives a mask model settings of its own: from now on it does not follow the global ones, which it starts from where it
 * has followed them so far.
 */
export function withModelSettings(mask: Mask, global: ModelSettings, patch: Partial<ModelSettings>): Mask {
  const base = mask.syncGlobalConfig ? global : mask.modelConfig;
  return { ...mask, syncGlobalConfig: false, modelConfig: { ...base, ...patch } };
}
