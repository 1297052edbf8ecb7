import { fromBase64Json, toBase64Json } from "@/lib/chat/base64-json";
import { type Mask, modelAvatar } from "@/lib/chat/mask";
import { type Message, type Role, textOf } from "@/lib/chat/message";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import { readFields } from "@/lib/fields/fields";
import * as z from "@/lib/zod";

/** Maximum length of a mask link, in characters: mail and messengers still accept it, and masks are far shorter. */
const maxChars = 64_000;

/** Maximum length of a mask's id, in characters. */
const maxIdChars = 200;

/** The format version, a prefix of links that contain a mask (docs/links.md). */
const version = "1";

/** The part of a mask that a link contains. Ids, times and files on the device are not shared. */
export type SharedMask = Omit<
  Mask,
  "id" | "createdAt" | "category" | "builtin" | "plugin" | "context" | "modelConfig"
> & {
  readonly context: readonly Pick<Message, "role" | "content">[];
  /** Absent if the mask follows the global settings. */
  readonly modelConfig?: ModelSettings;
};

/** The meaning of a link's `mask` parameter. */
export type MaskLink =
  | { readonly kind: "mask"; readonly mask: SharedMask }
  /** A mask that must already exist, by its id or by the name of a built-in mask. */
  | { readonly kind: "id"; readonly id: string }
  | { readonly kind: "broken" };

const roles = { s: "system", u: "user", a: "assistant" } as const satisfies Record<string, Role>;

const carriedSchema = z.object({
  n: z.string(),
  d: z.optional(z.string()),
  a: z._default(z.string().check(z.regex(/^(gpt-bot|[0-9a-f]{2,6}(-[0-9a-f]{2,6}){0,9})$/i)), modelAvatar),
  l: z._default(z.string().check(z.maxLength(20)), "en"),
  c: z._default(z.array(z.tuple([z.enum(["s", "u", "a"]), z.string()])), []),
  h: z.optional(z.boolean()),
  p: z.optional(z.boolean()),
  f: z.optional(z.boolean()),
  m: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});

/** Encodes a mask as the `mask` parameter of a link. Returns undefined if it is too long. */
export function maskLink(mask: Mask): string | undefined {
  const text = `${version}.${toBase64Json(carried(mask))}`;
  return text.length > maxChars ? undefined : text;
}

function carried(mask: Mask): z.input<typeof carriedSchema> {
  const { name, description, avatar, lang, context, hideContext, enableArtifacts, enableCodeFold } = mask;
  return {
    n: name,
    ...(description ? { d: description } : {}),
    a: avatar,
    l: lang,
    c: context.map((message) => [letterOf(message.role), textOf(message)]),
    ...(hideContext === undefined ? {} : { h: hideContext }),
    ...(enableArtifacts === undefined ? {} : { p: enableArtifacts }),
    ...(enableCodeFold === undefined ? {} : { f: enableCodeFold }),
    ...(mask.syncGlobalConfig ? {} : { m: changedSettings(mask.modelConfig) }),
  };
}

function letterOf(role: Role): keyof typeof roles {
  return role === "system" ? "s" : role === "user" ? "u" : "a";
}

/** Returns the settings that differ from others, or from their defaults, by name. */
export function changedSettings(settings: ModelSettings, others?: ModelSettings): Partial<ModelSettings> {
  const base = (name: keyof ModelSettings) => (others ? others[name] : modelSettings[name].default);
  const names = Object.keys(modelSettings) as (keyof ModelSettings)[];
  return Object.fromEntries(
    names.filter((name) => settings[name] !== base(name)).map((name) => [name, settings[name]]),
  );
}

/** Reads the `mask` parameter of a link, which is untrusted. Never throws. */
export function readMaskLink(text: string): MaskLink {
  if (text === "" || text.length > maxChars) return { kind: "broken" };
  const [, form, data] = /^(\d+)\.(.*)$/s.exec(text) ?? [];
  if (data === undefined) return text.length > maxIdChars ? { kind: "broken" } : { kind: "id", id: text };
  const read = z.safeParse(carriedSchema, form === version ? fromBase64Json(data) : undefined);
  return read.success ? { kind: "mask", mask: sharedMask(read.data) } : { kind: "broken" };
}

function sharedMask({ n, d, a, l, c, h, p, f, m }: z.output<typeof carriedSchema>): SharedMask {
  return {
    name: n,
    ...(d ? { description: d } : {}),
    avatar: a,
    lang: l,
    context: c.map(([letter, content]) => ({ role: roles[letter], content })),
    ...(h === undefined ? {} : { hideContext: h }),
    ...(p === undefined ? {} : { enableArtifacts: p }),
    ...(f === undefined ? {} : { enableCodeFold: f }),
    syncGlobalConfig: m === undefined,
    ...(m === undefined ? {} : { modelConfig: readFields(modelSettings, m) }),
  };
}

/** Creates a mask from the content of a link. */
export function maskOfLink(
  { context, modelConfig, ...shared }: SharedMask,
  given: { readonly newId: () => string; readonly now: number; readonly global: ModelSettings },
): Mask {
  return {
    ...shared,
    id: given.newId(),
    createdAt: given.now,
    context: context.map((prompt) => ({ id: given.newId(), date: given.now, ...prompt })),
    modelConfig: modelConfig ?? given.global,
    builtin: false,
    plugin: [],
  };
}
