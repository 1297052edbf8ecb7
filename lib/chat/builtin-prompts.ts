import type { Prompt } from "@/lib/chat/prompts";
import * as z from "@/lib/zod";

const lists = ["en", "tw", "cn"] as const;

/** Prompts that come with the app, by language. */
export type BuiltinPrompts = Readonly<Record<(typeof lists)[number], readonly Prompt[]>>;

/** Empty lists, used until the prompts are loaded or if loading fails. */
export const noBuiltinPrompts: BuiltinPrompts = { en: [], tw: [], cn: [] };

const text = z.string().check(z.minLength(1));
const pairSchema = z.tuple([text, text]);
const listSchema = z.catch(z.array(z.unknown()), []);
const fileSchema = z.object({ en: listSchema, tw: listSchema, cn: listSchema });

/** Reads `prompts.json`. Skips pairs without a title or a text. Throws if the file has another format. */
export function readBuiltinPrompts(file: unknown): BuiltinPrompts {
  const read = z.parse(fileSchema, file);
  const promptsOf = (language: (typeof lists)[number]) =>
    read[language].flatMap((pair, place): Prompt[] => {
      const { success, data } = z.safeParse(pairSchema, pair);
      return success ? [{ id: `builtin-${language}-${place}`, title: data[0], content: data[1], createdAt: 0 }] : [];
    });
  return { en: promptsOf("en"), tw: promptsOf("tw"), cn: promptsOf("cn") };
}

/** Order of the lists for Chinese users: the same script, the other script, English. */
const chineseFirst: Readonly<Record<string, readonly (typeof lists)[number][]>> = {
  cn: ["cn", "tw", "en"],
  tw: ["tw", "cn", "en"],
};

/** Returns all prompts in display order for a user's language. */
export function builtinPromptsFor(language: string, builtin: BuiltinPrompts): readonly Prompt[] {
  return (chineseFirst[language] ?? lists).flatMap((list) => builtin[list]);
}
