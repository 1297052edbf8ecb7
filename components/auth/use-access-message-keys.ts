"use client";
import { useAccess } from "@/store/settings/access";

/** Message keys of the screen: for the site's code, for the user's own keys, or if nothing is required. */
const words = {
  code: { title: "title", tip: "tip" },
  keys: { title: "titleOpen", tip: "tipOpen" },
  nothing: { title: "titleFree", tip: "tipFree" },
} as const;

/** Returns the message keys of the access screen. */
export function useAccessMessageKeys(): (typeof words)[keyof typeof words] {
  return useAccess(({ flags }) => {
    if (flags?.needCode !== false) return words.code;
    return flags.hideUserApiKey ? words.nothing : words.keys;
  });
}
