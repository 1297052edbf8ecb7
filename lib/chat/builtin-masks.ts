import * as v from "valibot";
import { type Mask, modelAvatar } from "@/lib/chat/mask";
import type { Message } from "@/lib/chat/message";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import { isRecord, readField } from "@/lib/fields/fields";
import { storedTime } from "@/lib/fields/time";

/** A mask that comes with the app. Model settings that it does not define are the user's. */
export interface BuiltinMask extends Omit<Mask, "modelConfig" | "syncGlobalConfig"> {
  /** Its name in links and its id. Numeric ids of NextChat are mapped in `mask-numbers.ts`. */
  readonly slug: string;
  readonly ownSettings: Partial<ModelSettings>;
}

/** Languages of the built-in masks, which are the keys of `masks.json`, in display order. */
export const builtinLanguages: readonly string[] = ["cn", "tw", "en"];

const entrySchema = v.object({
  slug: v.pipe(v.string(), v.nonEmpty()),
  name: v.pipe(v.string(), v.nonEmpty()),
  avatar: v.fallback(v.string(), modelAvatar),
  lang: v.optional(v.string()),
  context: v.fallback(
    v.array(v.object({ role: v.picklist(["system", "user", "assistant"]), content: v.string() })),
    [],
  ),
  modelConfig: v.optional(v.unknown()),
  hideContext: v.fallback(v.optional(v.boolean()), undefined),
  createdAt: v.fallback(storedTime, 0),
});

/** Reads `masks.json`. Skips entries that fail validation. Never throws. */
export function readBuiltinMasks(file: unknown): BuiltinMask[] {
  const source = isRecord(file) ? file : {};
  const entries = builtinLanguages.flatMap((lang) => {
    const list = Object.hasOwn(source, lang) ? source[lang] : [];
    return Array.isArray(list) ? list.map((entry: unknown) => ({ lang, entry })) : [];
  });
  return entries.flatMap(({ lang, entry }) => {
    const read = v.safeParse(entrySchema, entry);
    return read.success ? [builtinMask(read.output, lang)] : [];
  });
}

function builtinMask(entry: v.InferOutput<typeof entrySchema>, list: string): BuiltinMask {
  const { slug, name, avatar, lang = list, context, modelConfig, hideContext, createdAt } = entry;
  return {
    id: slug,
    slug,
    name,
    avatar,
    lang,
    createdAt,
    context: context.map((prompt, place): Message => ({ id: `${slug}:${place}`, date: 0, ...prompt })),
    ...(hideContext === undefined ? {} : { hideContext }),
    ownSettings: knownSettings(modelConfig),
    builtin: true,
    plugin: [],
  };
}

function knownSettings(stored: unknown): Partial<ModelSettings> {
  if (!isRecord(stored)) return {};
  const known = Object.entries(modelSettings).filter(([name]) => Object.hasOwn(stored, name));
  return Object.fromEntries(known.map(([name, field]) => [name, readField(field, stored[name])]));
}

/** Returns a built-in mask as a chat stores it: its model settings override the global ones. */
export function withGlobalSettings({ slug: _name, ownSettings, ...mask }: BuiltinMask, global: ModelSettings): Mask {
  return {
    ...mask,
    syncGlobalConfig: Object.keys(ownSettings).length === 0,
    modelConfig: { ...global, ...ownSettings },
  };
}
