import { type Message, textOf } from "@/lib/chat/message";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import { readFields } from "@/lib/fields/fields";
import { isRecord } from "@/lib/json";

/** The avatar value for the icon of the model. */
export const modelAvatar = "gpt-bot";

/** A role preset. Every chat has a private copy of one. */
export interface Mask {
  readonly id: string;
  readonly createdAt: number;
  /** An emoji code such as `1f603`, or `modelAvatar`. */
  readonly avatar: string;
  /** Name; empty means untitled. */
  readonly name: string;
  /** One line about what the mask does, for lists. */
  readonly description?: string;
  /** A category of built-in masks (`mask-categories.ts`); copies of them retain it. */
  readonly category?: string;
  /** Messages that are sent before the history in every request. */
  readonly context: readonly Message[];
  readonly hideContext?: boolean;
  /** Whether opening the chat applies the global model settings. */
  readonly syncGlobalConfig: boolean;
  readonly modelConfig: ModelSettings;
  readonly lang: string;
  readonly builtin: boolean;
  /** The chosen tool sources: plugins, and MCP servers with a prefix. NextChat has the same list. */
  readonly plugin: readonly string[];
  /** Names of single tools that are switched off, by their source as in `plugin`. All others are on. */
  readonly toolsOff?: ToolsOff;
  /** Whether tools are described to the model in text, as to a model without native tool support. */
  readonly toolsAsText?: boolean;
  /** Whether models that can search the web may do so. */
  readonly webSearch?: boolean;
  /** A reference to the stored list of documents whose passages are sent (`knowledge.ts`). */
  readonly knowledge?: string | undefined;
  readonly enableArtifacts?: boolean;
  readonly enableCodeFold?: boolean;
}

/** Names of tools at their source, by the source. */
export type ToolsOff = Readonly<Record<string, readonly string[]>>;

/** Reads the model settings of a stored mask. Unknown fields are retained; missing and invalid ones become the default. */
export function readModelConfig(stored: unknown): ModelSettings {
  return { ...(isRecord(stored) ? stored : {}), ...readFields(modelSettings, stored) };
}

/** Creates the mask of a plain chat: no prompts, global model settings. */
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

/** Whether nothing in a mask was changed, so that a chat with it is a plain chat. */
export function isBlank(mask: Mask): boolean {
  const {
    name,
    description = "",
    avatar,
    context,
    plugin,
    syncGlobalConfig,
    hideContext,
    toolsAsText,
    webSearch,
    knowledge,
  } = mask;
  const isPlain =
    (name + description).trim() === "" && avatar === modelAvatar && plugin.length === 0 && syncGlobalConfig;
  const isShown =
    mask.enableArtifacts !== false &&
    mask.enableCodeFold !== false &&
    !hideContext &&
    !toolsAsText &&
    !webSearch &&
    !knowledge;
  const isUnwritten = context.every((message) => textOf(message).trim() === "" && typeof message.content === "string");
  return isPlain && isShown && isUnwritten;
}

/**
 * Gives a mask its own model settings, so that it stops following the global ones. They start from the settings that
 * applied so far.
 */
export function withModelSettings(mask: Mask, global: ModelSettings, patch: Partial<ModelSettings>): Mask {
  const base = mask.syncGlobalConfig ? global : mask.modelConfig;
  return { ...mask, syncGlobalConfig: false, modelConfig: { ...base, ...patch } };
}
