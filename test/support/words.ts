import arabicFirst from "@/locales/ar/first";
import arabicRest from "@/locales/ar/rest";
import chineseFirst from "@/locales/cn/first";
import chineseRest from "@/locales/cn/rest";
import englishFirst from "@/locales/en/first";
import englishRest from "@/locales/en/rest";
import type { EnglishMessages, Messages } from "@/locales/messages";

/** All English words, with their arguments as the compiler checks them. */
export const english: EnglishMessages = { ...englishFirst, ...englishRest };

export const chinese: Messages = { ...chineseFirst, ...chineseRest };

export const arabic: Messages = { ...arabicFirst, ...arabicRest };
