import type first from "@/locales/en/first";
import type rescue from "@/locales/en/rescue";
import type rest from "@/locales/en/rest";
import type settings from "@/locales/en/settings";

/** The messages of a language: the keys of English, each with a text. A missing or an extra key does not compile. */
type Words<English> = {
  readonly [Namespace in keyof English]: { readonly [Key in keyof English[Namespace]]: string };
};

/** The messages of the first screen. */
export type FirstWords = Words<typeof first>;

/** The messages of the first render of the settings screen, and the names of all fields. */
export type SettingsWords = Words<typeof settings>;

/** All other messages, which are loaded after the first screen or with the first component that needs them. */
export type RestWords = Words<typeof rest>;

/** The messages of the rescue page; the app itself never loads them. */
export type RescueWords = Words<{ readonly rescue: typeof rescue }>["rescue"];

/** All messages of the app in a language. */
export type Messages = FirstWords & SettingsWords & RestWords;

/** All messages with their arguments, as the compiler checks them. */
export type EnglishMessages = typeof first & typeof settings & typeof rest;

declare module "use-intl" {
  interface AppConfig {
    Messages: EnglishMessages;
    Locale: string;
  }
}
