import * as z from "zod/mini";
import { type Message, messageSchema } from "@/lib/chat/message";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import { readFields } from "@/lib/fields/fields";

/** The avatar that means "show the tile of the model" (§1.21). */
export const modelAvatar = "gpt-bot";

/** A role preset. Every chat owns a private copy of one (§2.3.2). */
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
  readonly enableArtifacts?: boolean;
  readonly enableCodeFold?: boolean;
}

/** Reads a mask that was stored by this version. */
export const maskSchema: z.ZodMiniType<Mask> = z.looseObject({
  id: z.string(),
  createdAt: z.catch(z.number(), 0),
  avatar: z.catch(z.string(), modelAvatar),
  name: z.catch(z.string(), ""),
  context: z.catch(z.array(messageSchema), []),
  hideContext: z.optional(z.boolean()),
  syncGlobalConfig: z.catch(z.boolean(), true),
  modelConfig: z._default(
    z.pipe(
      z.unknown(),
      z.transform((value) => readFields(modelSettings, value)),
    ),
    () => readFields(modelSettings, undefined),
  ),
  lang: z.catch(z.string(), "en"),
  builtin: z.catch(z.boolean(), false),
  plugin: z.catch(z.array(z.string()), []),
  enableArtifacts: z.optional(z.boolean()),
  enableCodeFold: z.optional(z.boolean()),
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
