"use client";
import { useAccess } from "@/store/settings/access";

/** Message keys of the screen: for the site's code, or for an open site, with or without the user's own keys. */
const words = {
  code: { title: "title", tip: "tip" },
  keys: { title: "titleFree", tip: "tipOpen" },
  nothing: { title: "titleFree", tip: "tipFree" },
} as const;

/** Returns the message keys of the access screen. */
export function useAccessMessageKeys(): (typeof words)[keyof typeof words] {
  return useAccess(({ flags }) => {
    if (flags?.needCode !== false) return words.code;
    return flags.hideUserApiKey ? words.nothing : words.keys;
  });
}
