import type first from "@/locales/en/first";
import type rescue from "@/locales/en/rescue";
import type rest from "@/locales/en/rest";
import type settings from "@/locales/en/settings";

/** The words of a language: the keys of English, each with a text. A missing or an extra key does not compile. */
type Words<English> = {
  readonly [Namespace in keyof English]: { readonly [Key in keyof English[Namespace]]: string };
};

/** What the first screen says. */
export type FirstWords = Words<typeof first>;

/** What the settings screen says when it is first drawn, and the names of all fields. */
export type SettingsWords = Words<typeof settings>;

/** What is said beyond the first screen: loaded after it, or with the first part that needs it. */
export type RestWords = Words<typeof rest>;

/** What the page that works without the app says; the app itself never loads it. */
export type RescueWords = Words<{ readonly rescue: typeof rescue }>["rescue"];

/** All words of the app in a language. */
export type Messages = FirstWords & SettingsWords & RestWords;

/** All words with their arguments, as the compiler checks them. */
export type EnglishMessages = typeof first & typeof settings & typeof rest;

declare module "use-intl" {
  interface AppConfig {
    Messages: EnglishMessages;
    Locale: string;
  }
}
