import { create } from "zustand";
import { storageError } from "@/lib/storage/documents";
import type { FirstWords, Messages, RestWords, SettingsWords } from "@/locales/messages";
import { type AnyLocaleCode, chooseLocale, type LocaleCode, localeKey, localeOf } from "@/locales/registry";
import { report } from "@/store/base/ui";

interface LocaleStore {
  readonly code: AnyLocaleCode;
  /**
   * Messages of the language: `null` at first, then those of the first screen, then all. Later ones are added to the same
   * object: with a new one, every component that uses messages would render again.
   */
  readonly messages: (FirstWords & Partial<SettingsWords & RestWords>) | null;
  /** Loads the stored language, or the first supported one of the browser's languages. */
  load(): Promise<void>;
  /** Loads the messages for the first render of the settings screen. */
  loadSettings(): Promise<void>;
  /** Returns all messages of the language. Those beyond the first screen are loaded once, on demand. */
  loadAll(): Promise<Messages>;
  /** Stores another language and reloads, so that no message stays in the old language. */
  change(code: LocaleCode): void;
}

/** The parts of the tab that the language needs. */
interface LocalePage {
  /** Throws if the browser blocks storage. */
  storage(): Pick<Storage, "getItem" | "setItem">;
  readonly languages: readonly string[];
  reload(): void;
}

async function loadSettingsWords(code: AnyLocaleCode) {
  // English is the most used language and the fallback of all others, so it needs no table.
  if (code === "en") return import("@/locales/en/settings");
  const { settingsWords } = await import("@/locales/settings-words");
  return settingsWords[code]();
}

async function loadRestWords(code: AnyLocaleCode) {
  if (code === "en") return import("@/locales/en/rest");
  const { restWords } = await import("@/locales/rest-words");
  return restWords[code]();
}

/** Creates the store of the language. */
export function createLocale(page: () => LocalePage) {
  return create<LocaleStore>()((set) => {
    let all: Promise<Messages> | undefined;
    const loaded = {} as FirstWords & Partial<SettingsWords & RestWords>;

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
      const messages = Object.assign(loaded, first.default, settings.default, rest.default);
      set({ messages });
      return messages;
    }

    return {
      code: "en",
      messages: null,
      async load() {
        const code = chosenCode();
        const { default: first } = await localeOf(code).load();
        set({ code, messages: Object.assign(loaded, first) });
      },
      async loadSettings() {
        const code = chosenCode();
        const [first, settings] = await Promise.all([localeOf(code).load(), loadSettingsWords(code)]);
        set({ messages: Object.assign(loaded, first.default, settings.default) });
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
    // Storage is blocked, so the browser's languages decide.
    return null;
  }
}
