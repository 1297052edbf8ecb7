"use client";
import { useEffect, useState } from "react";
import type { FirstWords } from "@/locales/messages";
import { chooseLocale, localeKey, localeOf } from "@/locales/registry";

/** Messages for when no language can be loaded: English, identical to its locale (a test compares them). */
export const staticMessages: Pick<FirstWords, "oops" | "notFound"> = {
  oops: {
    title: "Oops, something went wrong!",
    reassurance: "This screen couldn’t be displayed. Your chats are still stored on this device.",
    notLoaded:
      "The app couldn’t be loaded completely. Check your network, then reload. Your chats are still stored on this device.",
    reload: "Reload",
    report: "Report This Error",
    copyDetails: "Copy details",
    saveData: "Save my data",
    clear: "Clear All Data",
    clearHint: "Saves a backup file of your chats first.",
  },
  notFound: { title: "Page not found", home: "Back to chats" },
};

/** Returns the messages for screens outside the app: in the user's language once it is loaded, else in English. */
export function useStaticMessages<N extends keyof typeof staticMessages>(namespace: N): FirstWords[N] {
  const [words, setWords] = useState<FirstWords[N]>(staticMessages[namespace]);
  useEffect(() => {
    const { tag, direction, load } = localeOf(chooseLocale(readChoice(), navigator.languages));
    load().then(
      ({ default: messages }) => {
        document.documentElement.lang = new Intl.Locale(tag).baseName;
        document.documentElement.dir = direction;
        setWords(messages[namespace]);
      },
      (error: unknown) => console.warn("Could not load the language.", error),
    );
  }, [namespace]);
  return words;
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(localeKey);
  } catch {
    // Storage is blocked, so the browser's languages decide.
    return null;
  }
}
