import { languageBit } from "@/lib/documents/common-words";
import { foldForIndex } from "@/lib/documents/index-words";
import { relatedWords } from "@/lib/documents/related-words";
import { isInflected } from "@/lib/documents/word-variants";

/** A line of the table of related words: the folded words, and the language's bit. */
interface Matter {
  readonly words: readonly string[];
  readonly language: number;
}

let matters: readonly Matter[] | undefined;

function allMatters(): readonly Matter[] {
  matters ??= Object.entries(relatedWords).flatMap(([language, lines]) =>
    lines
      .trim()
      .split("\n")
      .map((line) => ({ words: foldForIndex(line).split(" "), language: languageBit(language) })),
  );
  return matters;
}

/**
 * Returns the words that are used for the same matter as a folded word, without the word itself. Only the given
 * languages count, one bit for each; 0 for all.
 */
export function relatedTo(word: string, languages: number): string[] {
  const found = new Set<string>();
  for (const matter of allMatters()) {
    if (languages !== 0 && (languages & matter.language) === 0) continue;
    if (matter.words.some((each) => each === word || isInflected(word, each))) {
      for (const each of matter.words) found.add(each);
    }
  }
  found.delete(word);
  return [...found];
}
