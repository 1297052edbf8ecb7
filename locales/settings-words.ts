import type { SettingsWords } from "@/locales/messages";
import type { AnyLocaleCode } from "@/locales/registry";

const lengthened = async () => (await import("@/locales/pseudo")).settings();

/** Loaders of the messages of the settings screen, in a separate table that loads with the first of them. */
export const settingsWords = {
  cn: () => import("@/locales/cn/settings"),
  en: () => import("@/locales/en/settings"),
  tw: () => import("@/locales/tw/settings"),
  pt: () => import("@/locales/pt/settings"),
  da: () => import("@/locales/da/settings"),
  jp: () => import("@/locales/jp/settings"),
  ko: () => import("@/locales/ko/settings"),
  id: () => import("@/locales/id/settings"),
  fr: () => import("@/locales/fr/settings"),
  es: () => import("@/locales/es/settings"),
  it: () => import("@/locales/it/settings"),
  tr: () => import("@/locales/tr/settings"),
  de: () => import("@/locales/de/settings"),
  vi: () => import("@/locales/vi/settings"),
  ru: () => import("@/locales/ru/settings"),
  cs: () => import("@/locales/cs/settings"),
  no: () => import("@/locales/no/settings"),
  ar: () => import("@/locales/ar/settings"),
  bn: () => import("@/locales/bn/settings"),
  sk: () => import("@/locales/sk/settings"),
  xa: lengthened,
  xb: lengthened,
} as const satisfies Record<AnyLocaleCode, () => Promise<{ default: SettingsWords }>>;
