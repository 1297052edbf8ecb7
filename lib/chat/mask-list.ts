import { builtinLanguages } from "@/lib/chat/builtin-masks";
import type { Mask } from "@/lib/chat/mask";
import { maskLanguages } from "@/lib/chat/mask-languages";
import { maskSchema } from "@/lib/chat/mask-schema";
import { textOf } from "@/lib/chat/message";
import { isRecord } from "@/lib/json";
import * as z from "@/lib/zod";

/** The user's stored masks. */
export interface MaskList {
  /** Masks, newest first. */
  readonly own: readonly Mask[];
  /** Language filter, or `allLanguages`; empty if the user has not chosen one. */
  readonly language: string;
  /** Deletion times by id, in milliseconds since the epoch, so that another device does not restore deleted masks. */
  readonly deleted: Readonly<Record<string, number>>;
  /** Invalid entries by key, which are written back unchanged. */
  readonly unread: Readonly<Record<string, unknown>>;
  /** Time of the last change, for merging. */
  readonly lastUpdateTime: number;
}

const storedSchema = z.catch(
  z.object({
    masks: z.catch(z.record(z.string(), z.unknown()), {}),
    language: z.catch(z.string(), ""),
    deleted: z.catch(z.record(z.string(), z.number()), {}),
    lastUpdateTime: z.catch(z.number(), 0),
  }),
  { masks: {}, language: "", deleted: {}, lastUpdateTime: 0 },
);

/**
 * Reads the stored masks, including those from an import or from NextChat. Never throws.
 *
 * Every stored mask is the user's, even if it claims to be built in.
 */
export function readMaskList(stored: unknown): MaskList {
  const { masks, ...rest } = z.parse(storedSchema, stored);
  const own = new Map<string, Mask>();
  const unread: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(masks)) {
    // In lists older than version 3.1, some masks have no id and the key differs from their id.
    const read = z.safeParse(
      maskSchema,
      isRecord(value) && typeof value.id !== "string" ? { ...value, id: key } : value,
    );
    if (read.success && !own.has(read.data.id)) own.set(read.data.id, { ...read.data, builtin: false });
    else unread[key] = value;
  }
  return { own: newestFirst([...own.values()]), unread, ...rest };
}

/** Returns the masks in their stored shape: a record by id, so that two devices can be merged. */
export function storedMaskList({ own, language, deleted, unread, lastUpdateTime }: MaskList): object {
  return {
    masks: { ...unread, ...Object.fromEntries(own.map((mask) => [mask.id, mask])) },
    language,
    deleted,
    lastUpdateTime,
  };
}

/** Sorts masks, newest first; equal times by id, so that all devices agree. */
export function newestFirst(masks: readonly Mask[]): Mask[] {
  return masks.toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
}

/** Stored value of the language filter that shows all languages. */
export const allLanguages = "all";

/** The language filter of a mask list. */
export interface MaskFilter {
  /** The language; empty for all. */
  readonly language: string;
  /** Whether the user chose the filter. A default filter does not hide the user's own masks. */
  readonly isChosen: boolean;
}

/**
 * Returns the language filter: the chosen language, else the user's language if there are built-in masks in it, else
 * English.
 */
export function maskFilter(chosen: string, reader: string): MaskFilter {
  if (chosen === "") return { language: builtinLanguages.includes(reader) ? reader : "en", isChosen: false };
  return { language: Object.hasOwn(maskLanguages, chosen) ? chosen : "", isChosen: true };
}

/** The part of a mask that a list filters by. */
type ListedMask = Pick<Mask, "lang" | "name" | "description" | "category" | "builtin">;

/** Returns the masks that match the filter of languages. */
export function masksInLanguage<M extends Pick<Mask, "lang" | "builtin">>(
  masks: readonly M[],
  { language, isChosen }: MaskFilter,
): M[] {
  return masks.filter(({ lang, builtin }) => language === "" || lang === language || !(isChosen || builtin));
}

/**
 * Returns the masks whose names or descriptions contain a text, ignoring case, of one category unless it is empty. Those
 * with the text in their names come first.
 */
export function matchingMasks<M extends ListedMask>(masks: readonly M[], query: string, category = ""): M[] {
  const wanted = query.trim().toLowerCase();
  const isNamed = ({ name }: M) => name.toLowerCase().includes(wanted);
  const isDescribed = ({ description = "" }: M) => description.toLowerCase().includes(wanted);
  const ofCategory = category === "" ? masks : masks.filter((mask) => mask.category === category);
  return [...ofCategory.filter(isNamed), ...ofCategory.filter((mask) => !isNamed(mask) && isDescribed(mask))];
}

/** Sorts masks of some languages first, in the order of the languages. The order within a language is unchanged. */
export function languagesFirst<M extends Pick<Mask, "lang">>(masks: readonly M[], languages: readonly string[]): M[] {
  const placeOf = ({ lang }: M) => (languages.includes(lang) ? languages.indexOf(lang) : languages.length);
  return masks.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Maximum length of a first prompt beside the mask's name, in characters. */
const openingChars = 120;

/** Returns the beginning of a mask's first prompt, on one line. */
export function openingOf({ context }: Pick<Mask, "context">): string {
  return textOf(context[0] ?? { content: "" })
    .slice(0, 4 * openingChars)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, openingChars);
}

/**
 * Returns recently used masks: those of the most recently used chats, then the user's own, without duplicates and
 * without unnamed ones. A stored mask is returned in its current version, not in the version that a chat copied.
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
