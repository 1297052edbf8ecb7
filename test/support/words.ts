import arabicFirst from "@/locales/ar/first";
import arabicRest from "@/locales/ar/rest";
import arabicSettings from "@/locales/ar/settings";
import englishFirst from "@/locales/en/first";
import englishRest from "@/locales/en/rest";
import englishSettings from "@/locales/en/settings";
import type { EnglishMessages, Messages, RescueWords } from "@/locales/messages";
import type { LocaleCode } from "@/locales/registry";

/** All English words, with their arguments as the compiler checks them. */
export const english: EnglishMessages = { ...englishFirst, ...englishSettings, ...englishRest };

export const arabic: Messages = { ...arabicFirst, ...arabicSettings, ...arabicRest };

/** Returns what the page that works without the app says in a language. */
export async function rescueWordsIn(code: LocaleCode): Promise<RescueWords> {
  const { default: words }: { readonly default: RescueWords } = await import(`@/locales/${code}/rescue`);
  return words;
}
