import { type Mask, modelAvatar } from "@/lib/chat/mask";
import { maskCategories } from "@/lib/chat/mask-categories";
import type { Message } from "@/lib/chat/message";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import { storedTime } from "@/lib/fields/stored-schemas";
import { isRecord } from "@/lib/json";
import * as z from "@/lib/zod";

/** A mask that comes with the app. Model settings that it does not define are the user's. */
export interface BuiltinMask extends Omit<Mask, "modelConfig" | "syncGlobalConfig"> {
  /** Its name in links and its id. Numeric ids of NextChat are mapped in `mask-numbers.ts`. */
  readonly slug: string;
  readonly ownSettings: Partial<ModelSettings>;
}

/** Languages of the built-in masks, which are the keys of `masks.json`, in display order. */
export const builtinLanguages: readonly string[] = ["cn", "tw", "en"];

const entrySchema = z.object({
  slug: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  description: z.catch(z.optional(z.string()), undefined),
  category: z.catch(z.optional(z.enum(maskCategories)), undefined),
  avatar: z.catch(z.string(), modelAvatar),
  lang: z.optional(z.string()),
  context: z.catch(z.array(z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() })), []),
  modelConfig: z.optional(z.unknown()),
  hideContext: z.catch(z.optional(z.boolean()), undefined),
  createdAt: z.catch(storedTime, 0),
});

/** Reads `masks.json`. Skips entries that fail validation. Never throws. */
export function readBuiltinMasks(file: unknown): BuiltinMask[] {
  const source = isRecord(file) ? file : {};
  const entries = builtinLanguages.flatMap((lang) => {
    const list = Object.hasOwn(source, lang) ? source[lang] : [];
    return Array.isArray(list) ? list.map((entry: unknown) => ({ lang, entry })) : [];
  });
  return entries.flatMap(({ lang, entry }) => {
    const read = z.safeParse(entrySchema, entry);
    return read.success ? [builtinMask(read.data, lang)] : [];
  });
}

function builtinMask(entry: z.output<typeof entrySchema>, list: string): BuiltinMask {
  const {
    slug,
    name,
    description,
    category,
    avatar,
    lang = list,
    context,
    modelConfig,
    hideContext,
    createdAt,
  } = entry;
  return {
    id: slug,
    slug,
    name,
    ...(description === undefined ? {} : { description }),
    ...(category === undefined ? {} : { category }),
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
  return Object.fromEntries(known.map(([name, field]) => [name, field.read(stored[name])]));
}

/** Returns a built-in mask as a chat stores it: its model settings override the global ones. */
export function withGlobalSettings({ slug: _name, ownSettings, ...mask }: BuiltinMask, global: ModelSettings): Mask {
  return {
    ...mask,
    syncGlobalConfig: Object.keys(ownSettings).length === 0,
    modelConfig: { ...global, ...ownSettings },
  };
}
