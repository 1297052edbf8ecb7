import arabicFirst from "@/locales/ar/first";
import arabicRescue from "@/locales/ar/rescue";
import arabicRest from "@/locales/ar/rest";
import arabicSettings from "@/locales/ar/settings";
import chineseFirst from "@/locales/cn/first";
import chineseRescue from "@/locales/cn/rescue";
import chineseRest from "@/locales/cn/rest";
import chineseSettings from "@/locales/cn/settings";
import englishFirst from "@/locales/en/first";
import englishRescue from "@/locales/en/rescue";
import englishRest from "@/locales/en/rest";
import englishSettings from "@/locales/en/settings";
import type { EnglishMessages, Messages, RescueWords } from "@/locales/messages";
import type { LocaleCode } from "@/locales/registry";

/** All English words, with their arguments as the compiler checks them. */
export const english: EnglishMessages = { ...englishFirst, ...englishSettings, ...englishRest };

export const chinese: Messages = { ...chineseFirst, ...chineseSettings, ...chineseRest };

export const arabic: Messages = { ...arabicFirst, ...arabicSettings, ...arabicRest };

/** What the page that works without the app says. */
export const rescueWords: Readonly<Record<LocaleCode, RescueWords>> = {
  cn: chineseRescue,
  en: englishRescue,
  ar: arabicRescue,
};
