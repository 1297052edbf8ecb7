/**
 * Answers the product's code for a language tag (BCP 47), whether or not it has that language; nothing for what is no tag.
 *
 * The region only tells scripts of Chinese apart; es-AR is Spanish, not Arabic. It is turned into text and runs before
 * the first paint (`first-greeting.ts`), so it may use nothing from outside itself.
 */
export function codeOfTag(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    if (language === "zh") return script === "Hant" ? "tw" : "cn";
    // Codes of the product that differ from the language subtag.
    return (
      new Map([
        ["ja", "jp"],
        ["nb", "no"],
        ["nn", "no"],
      ]).get(language) ?? language
    );
  } catch {
    return undefined;
  }
}
