import { create } from "zustand";
import { storageError } from "@/lib/storage/documents";
import type { Messages } from "@/locales/messages";
import { chooseLocale, type Locale, type LocaleCode, localeKey, locales } from "@/locales/registry";
import { report } from "@/store/ui";

interface LocaleStore {
  readonly code: LocaleCode;
  /** The words of the language; none before it has loaded. */
  readonly messages: Messages | null;
  /** Loads the stored language, or the browser's first one that exists. */
  load(): Promise<void>;
  /** Stores another language and reloads the page, so that nothing on it is left in the old one. */
  change(code: LocaleCode): void;
}

/** The page as far as the language needs it. */
interface LocalePage {
  /** Throws where the browser forbids storage. */
  storage(): Pick<Storage, "getItem" | "setItem">;
  readonly languages: readonly string[];
  reload(): void;
}

/** Makes the store of the language. */
export function createLocale(page: () => LocalePage) {
  return create<LocaleStore>()((set) => ({
    code: "en",
    messages: null,
    async load() {
      const code = chooseLocale(readLocale(page), page().languages);
      const { default: messages } = await locales[code].load();
      set({ code, messages });
    },
    change(code) {
      try {
        page().storage().setItem(localeKey, code);
      } catch (thrown) {
        return report(storageError(thrown));
      }
      page().reload();
    },
  }));
}

export const useLocale = createLocale(() => ({
  storage: () => localStorage,
  languages: navigator.languages,
  reload: () => location.reload(),
}));

/** Answers the present language with its tag and direction. */
export function localeOf(code: LocaleCode): Locale {
  return locales[code];
}

function readLocale(page: () => LocalePage): string | null {
  try {
    return page().storage().getItem(localeKey);
  } catch {
    // A browser that forbids storage: its own languages decide.
    return null;
  }
}
