import type en from "@/locales/en";

/** The words of a language: the keys of English, each with a text. A missing or an extra key does not compile. */
export type Messages = {
  readonly [Namespace in keyof typeof en]: { readonly [Key in keyof (typeof en)[Namespace]]: string };
};

declare module "use-intl" {
  interface AppConfig {
    Messages: typeof en;
    Locale: string;
  }
}
