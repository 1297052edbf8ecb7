import type { RestWords } from "@/locales/messages";
import type { AnyLocaleCode } from "@/locales/registry";

const lengthened = async () => (await import("@/locales/pseudo")).rest();

/** Loaders of all other messages, in a separate table so that neither the first screen nor the settings wait for it. */
export const restWords = {
  cn: () => import("@/locales/cn/rest"),
  en: () => import("@/locales/en/rest"),
  tw: () => import("@/locales/tw/rest"),
  pt: () => import("@/locales/pt/rest"),
  da: () => import("@/locales/da/rest"),
  jp: () => import("@/locales/jp/rest"),
  ko: () => import("@/locales/ko/rest"),
  id: () => import("@/locales/id/rest"),
  fr: () => import("@/locales/fr/rest"),
  es: () => import("@/locales/es/rest"),
  it: () => import("@/locales/it/rest"),
  tr: () => import("@/locales/tr/rest"),
  de: () => import("@/locales/de/rest"),
  vi: () => import("@/locales/vi/rest"),
  ru: () => import("@/locales/ru/rest"),
  cs: () => import("@/locales/cs/rest"),
  no: () => import("@/locales/no/rest"),
  ar: () => import("@/locales/ar/rest"),
  bn: () => import("@/locales/bn/rest"),
  sk: () => import("@/locales/sk/rest"),
  xa: lengthened,
  xb: lengthened,
} as const satisfies Record<AnyLocaleCode, () => Promise<{ default: RestWords }>>;
