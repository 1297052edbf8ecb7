import * as v from "valibot";

/** The groups in which emoji are offered, in Unicode's order. */
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

/** An emoji that can be chosen. */
export interface Emoji {
  /** Its code points, as avatars are stored: `1f603`, `2708-fe0f`. */
  readonly code: string;
  readonly name: string;
  /** The name and the keywords, for searching. */
  readonly words: readonly string[];
  readonly group: EmojiGroup;
  /** Exists in five tones of skin, too. */
  readonly hasTones: boolean;
}

const code = v.pipe(v.string(), v.regex(/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*\+?$/));
const tableSchema = v.record(v.picklist(emojiGroups), v.array(code));
const namesSchema = v.array(v.string());

/**
 * Reads the table of emoji (`public/emoji/table.json`) with their names in one language, which stand in its order:
 * name and keywords between bars. Throws where a file is no such file, or they do not belong together.
 */
export function readEmoji(table: unknown, names: unknown): Emoji[] {
  const groups = v.parse(tableSchema, table);
  const named = v.parse(namesSchema, names);
  const codes = emojiGroups.flatMap((group) => (groups[group] ?? []).map((entry) => ({ group, entry })));
  if (codes.length !== named.length) throw new Error("The names of the emoji do not belong to the table.");
  return codes.map(({ group, entry }, place) => {
    const words = (named[place] ?? "").split("|");
    const hasTones = entry.endsWith("+");
    return { code: hasTones ? entry.slice(0, -1) : entry, name: words[0] ?? "", words, group, hasTones };
  });
}

/** Returns an emoji's code in a tone of skin, which stands behind the first code point in place of `fe0f`. */
export function inTone({ code: plain, hasTones }: Pick<Emoji, "code" | "hasTones">, tone: string): string {
  if (!hasTones || tone === "none") return plain;
  return plain.replace(/^([0-9a-f]+)(-fe0f)?/, `$1-${tone}`);
}
