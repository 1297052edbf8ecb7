import * as z from "@/lib/zod";

/** Groups of emoji in the picker, in Unicode's order. */
export const emojiGroups = [
  "smileys",
  "people",
  "animals",
  "food",
  "travel",
  "activities",
  "objects",
  "symbols",
  "flags",
] as const;
export type EmojiGroup = (typeof emojiGroups)[number];

/** An emoji of the picker. */
export interface Emoji {
  /** Code points in the format of stored avatars: `1f603`, `2708-fe0f`. */
  readonly code: string;
  readonly name: string;
  /** The name and the keywords, for searching. */
  readonly words: readonly string[];
  readonly group: EmojiGroup;
  /** Whether it also exists in five skin tones. */
  readonly hasTones: boolean;
}

const code = z.string().check(z.regex(/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*\+?$/));
const tableSchema = z.partialRecord(z.enum(emojiGroups), z.array(code));
const namesSchema = z.array(z.string());

/**
 * Reads the emoji table (`public/emoji/table.json`) with its names in one language. The names are in the table's order:
 * name and keywords, separated by bars. Throws if a file is invalid or the two files do not match.
 */
export function readEmoji(table: unknown, names: unknown): Emoji[] {
  const groups = z.parse(tableSchema, table);
  const named = z.parse(namesSchema, names);
  const codes = emojiGroups.flatMap((group) => (groups[group] ?? []).map((entry) => ({ group, entry })));
  if (codes.length !== named.length) throw new Error("The emoji names do not match the table.");
  return codes.map(({ group, entry }, place) => {
    const words = (named[place] ?? "").split("|");
    const hasTones = entry.endsWith("+");
    return { code: hasTones ? entry.slice(0, -1) : entry, name: words[0] ?? "", words, group, hasTones };
  });
}

/** Returns an emoji's code with a skin tone, which is inserted after the first code point and replaces `fe0f`. */
export function inTone({ code: plain, hasTones }: Pick<Emoji, "code" | "hasTones">, tone: string): string {
  if (!hasTones || tone === "none") return plain;
  return plain.replace(/^([0-9a-f]+)(-fe0f)?/, `$1-${tone}`);
}
