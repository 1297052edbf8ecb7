"use client";
import { useAccess } from "@/store/settings/access";

/** The screen asks for the site's code, for own keys where there is none, or says that nothing has to be entered. */
const words = {
  code: { title: "title", tip: "tip" },
  keys: { title: "titleOpen", tip: "tipOpen" },
  nothing: { title: "titleFree", tip: "tipFree" },
} as const;

/** Returns which words the access screen begins with. */
export function useAccessWords(): (typeof words)[keyof typeof words] {
  return useAccess(({ flags }) => {
    if (flags?.needCode !== false) return words.code;
    return flags.hideUserApiKey ? words.nothing : words.keys;
  });
}
