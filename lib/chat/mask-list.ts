import * as v from "valibot";
import { builtinLanguages } from "@/lib/chat/builtin-masks";
import { type Mask, maskSchema } from "@/lib/chat/mask";
import { maskLanguages } from "@/lib/chat/mask-languages";
import { textOf } from "@/lib/chat/message";
import { isRecord } from "@/lib/fields/fields";
import { finiteNumber } from "@/lib/fields/strict-schemas";

/** The user's masks as they are stored. */
export interface MaskList {
  /** The newest first. */
  readonly own: readonly Mask[];
  /** The language by which the lists are filtered, or `allLanguages`; empty where none has been chosen. */
  readonly language: string;
  /** When masks were deleted, in milliseconds by id, so that another device does not bring them back. */
  readonly deleted: Readonly<Record<string, number>>;
  /** What stands among the masks and could not be read, by key: it is written back as it was. */
  readonly unread: Readonly<Record<string, unknown>>;
  /** Time of the last change, for merging. */
  readonly lastUpdateTime: number;
}

const storedSchema = v.fallback(
  v.object({
    masks: v.fallback(v.record(v.string(), v.unknown()), {}),
    language: v.fallback(v.string(), ""),
    deleted: v.fallback(v.record(v.string(), finiteNumber), {}),
    lastUpdateTime: v.fallback(finiteNumber, 0),
  }),
  { masks: {}, language: "", deleted: {}, lastUpdateTime: 0 },
);

/**
 * Reads the stored masks, those too that an import or a NextChat has left here before they had a screen. Never throws.
 *
 * Whatever a mask says of itself, one that stands here is the user's own.
 */
export function readMaskList(stored: unknown): MaskList {
  const { masks, ...rest } = v.parse(storedSchema, stored);
  const own = new Map<string, Mask>();
  const unread: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(masks)) {
    // Lists of before version 3.1 have some masks under another key than their own.
    const read = v.safeParse(
      maskSchema,
      isRecord(value) && typeof value.id !== "string" ? { ...value, id: key } : value,
    );
    if (read.success && !own.has(read.output.id)) own.set(read.output.id, { ...read.output, builtin: false });
    else unread[key] = value;
  }
  return { own: newestFirst([...own.values()]), unread, ...rest };
}

/** Writes the masks as they are stored: a record by id, so that two devices can be merged. */
export function storedMaskList({ own, language, deleted, unread, lastUpdateTime }: MaskList): object {
  return {
    masks: { ...unread, ...Object.fromEntries(own.map((mask) => [mask.id, mask])) },
    language,
    deleted,
    lastUpdateTime,
  };
}

/** Sorts masks: the newest first, those of one moment by id so that every device agrees. */
export function newestFirst(masks: readonly Mask[]): Mask[] {
  return masks.toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
}

/** How it is stored that the masks of all languages are to be shown. */
export const allLanguages = "all";

/** Which masks a list shows by their language. */
export interface MaskFilter {
  /** Empty for all. */
  readonly language: string;
  /** False: nobody has asked for it, so it hides none of the user's own masks. */
  readonly isChosen: boolean;
}

/**
 * Returns by which language masks are filtered: the one that was chosen; before that the reader's, where masks come with
 * the app in it, else English.
 */
export function maskFilter(chosen: string, reader: string): MaskFilter {
  if (chosen === "") return { language: builtinLanguages.includes(reader) ? reader : "en", isChosen: false };
  return { language: Object.hasOwn(maskLanguages, chosen) ? chosen : "", isChosen: true };
}

/** Returns the masks that a filter shows and whose names hold a text in whatever case. */
export function matchingMasks<M extends Pick<Mask, "lang" | "name" | "builtin">>(
  masks: readonly M[],
  { language, isChosen }: MaskFilter,
  query: string,
): M[] {
  const wanted = query.trim().toLowerCase();
  const isShown = ({ lang, builtin }: M) => language === "" || lang === language || !(isChosen || builtin);
  return masks.filter((mask) => isShown(mask) && mask.name.toLowerCase().includes(wanted));
}

/** Puts the masks of some languages ahead, in the order of these, then all others; within a language the order stays. */
export function languagesFirst<M extends Pick<Mask, "lang">>(masks: readonly M[], languages: readonly string[]): M[] {
  const placeOf = ({ lang }: M) => (languages.includes(lang) ? languages.indexOf(lang) : languages.length);
  return masks.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** How much of a mask's first prompt is shown beside its name, in characters. */
const openingChars = 120;

/** Returns the beginning of what a mask says ahead of a chat, on one line. */
export function openingOf({ context }: Pick<Mask, "context">): string {
  return textOf(context[0] ?? { content: "" })
    .slice(0, 4 * openingChars)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, openingChars);
}

/**
 * Returns the masks to offer again: those of the chats that were used last, then the user's own, each once and only
 * those with a name. One that the user keeps is offered as it is now, not as a chat once copied it.
 */
export function recentMasks(
  chats: readonly { readonly lastUpdate: number; readonly mask: Mask }[],
  own: readonly Mask[],
  count: number,
): Mask[] {
  const kept = new Map(own.map((mask) => [mask.id, mask]));
  const used = chats.toSorted((one, other) => other.lastUpdate - one.lastUpdate).map(({ mask }) => mask);
  const offered = new Map<string, Mask>();
  for (const mask of [...used, ...own]) {
    if (offered.size === count) break;
    const now = kept.get(mask.id) ?? mask;
    if (now.name !== "" && !offered.has(now.id)) offered.set(now.id, now);
  }
  return [...offered.values()];
}
