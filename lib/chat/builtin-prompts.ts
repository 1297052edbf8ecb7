import * as v from "valibot";
import type { Prompt } from "@/lib/chat/prompts";

const lists = ["en", "tw", "cn"] as const;

/** The prompts that come with the app, by the language they are written in. */
export type BuiltinPrompts = Readonly<Record<(typeof lists)[number], readonly Prompt[]>>;

/** Stands for them until they are there, and where they are not to be had. */
export const noBuiltinPrompts: BuiltinPrompts = { en: [], tw: [], cn: [] };

const text = v.pipe(v.string(), v.nonEmpty());
const pairSchema = v.strictTuple([text, text]);
const listSchema = v.fallback(v.array(v.unknown()), []);
const fileSchema = v.object({ en: listSchema, tw: listSchema, cn: listSchema });

/** Reads `prompts.json`; a pair without a title or a text is passed over. Throws where the file is no such file. */
export function readBuiltinPrompts(file: unknown): BuiltinPrompts {
  const read = v.parse(fileSchema, file);
  const promptsOf = (language: (typeof lists)[number]) =>
    read[language].flatMap((pair, place): Prompt[] => {
      const { success, output } = v.safeParse(pairSchema, pair);
      return success
        ? [{ id: `builtin-${language}-${place}`, title: output[0], content: output[1], createdAt: 0 }]
        : [];
    });
  return { en: promptsOf("en"), tw: promptsOf("tw"), cn: promptsOf("cn") };
}

/** The order for who reads Chinese: what is in the same script, in the other one, in English. */
const chineseFirst: Readonly<Record<string, readonly (typeof lists)[number][]>> = {
  cn: ["cn", "tw", "en"],
  tw: ["tw", "cn", "en"],
};

/** Returns all of them in the order in which they are offered to who reads a language. */
export function builtinPromptsFor(language: string, builtin: BuiltinPrompts): readonly Prompt[] {
  return (chineseFirst[language] ?? lists).flatMap((list) => builtin[list]);
}
