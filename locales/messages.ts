import type first from "@/locales/en/first";
import type rest from "@/locales/en/rest";

/** The words of a language: the keys of English, each with a text. A missing or an extra key does not compile. */
type Words<English> = {
  readonly [Namespace in keyof English]: { readonly [Key in keyof English[Namespace]]: string };
};

/** What the first screen says. */
export type FirstWords = Words<typeof first>;

/** What is said beyond the first screen: loaded after it, or with the first part that needs it. */
export type RestWords = Words<typeof rest>;

/** All words of a language. */
export type Messages = FirstWords & RestWords;

/** All words with their arguments, as the compiler checks them. */
export type EnglishMessages = typeof first & typeof rest;

declare module "use-intl" {
  interface AppConfig {
    Messages: EnglishMessages;
    Locale: string;
  }
}
