import { create } from "zustand";
import { storageError } from "@/lib/storage/documents";
import type { FirstWords, Messages, RestWords, SettingsWords } from "@/locales/messages";
import { type AnyLocaleCode, chooseLocale, type LocaleCode, localeKey, localeOf } from "@/locales/registry";
import { report } from "@/store/base/ui";

interface LocaleStore {
  readonly code: AnyLocaleCode;
  /** The words of the language: none before it has loaded, then those of the screen that is drawn first, then all. */
  readonly messages: (FirstWords & Partial<SettingsWords & RestWords>) | null;
  /** Loads the stored language, or the browser's first one that exists. */
  load(): Promise<void>;
  /** Loads the words with which the settings screen is first drawn. */
  loadSettings(): Promise<void>;
  /** Returns all words of the language; those beyond the first screen are loaded once, when they are first needed. */
  loadAll(): Promise<Messages>;
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

async function loadSettingsWords(code: AnyLocaleCode) {
  // What most people read, and what all others fall back to, needs no table.
  if (code === "en") return import("@/locales/en/settings");
  const { settingsWords } = await import("@/locales/settings-words");
  return settingsWords[code]();
}

async function loadRestWords(code: AnyLocaleCode) {
  const { restWords } = await import("@/locales/rest-words");
  return restWords[code]();
}

/** Makes the store of the language. */
export function createLocale(page: () => LocalePage) {
  return create<LocaleStore>()((set) => {
    let all: Promise<Messages> | undefined;

    function chosenCode(): AnyLocaleCode {
      return chooseLocale(readLocale(page), page().languages);
    }

    async function loadRest(): Promise<Messages> {
      const code = chosenCode();
      const [first, settings, rest] = await Promise.all([
        localeOf(code).load(),
        loadSettingsWords(code),
        loadRestWords(code),
      ]);
      const messages = { ...first.default, ...settings.default, ...rest.default };
      set({ messages });
      return messages;
    }

    return {
      code: "en",
      messages: null,
      async load() {
        const code = chosenCode();
        const { default: first } = await localeOf(code).load();
        set(({ messages }) => ({ code, messages: { ...messages, ...first } }));
      },
      async loadSettings() {
        const code = chosenCode();
        const [first, settings] = await Promise.all([localeOf(code).load(), loadSettingsWords(code)]);
        set(({ messages }) => ({ messages: { ...messages, ...first.default, ...settings.default } }));
      },
      loadAll() {
        all ??= loadRest().catch((thrown: unknown) => {
          all = undefined;
          throw thrown;
        });
        return all;
      },
      change(code) {
        try {
          page().storage().setItem(localeKey, code);
        } catch (thrown) {
          return report(storageError(thrown));
        }
        page().reload();
      },
    };
  });
}

export const useLocale = createLocale(() => ({
  storage: () => localStorage,
  languages: navigator.languages,
  reload: () => location.reload(),
}));

function readLocale(page: () => LocalePage): string | null {
  try {
    return page().storage().getItem(localeKey);
  } catch {
    // A browser that forbids storage: its own languages decide.
    return null;
  }
}
