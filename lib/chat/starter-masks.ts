import { builtinLanguages } from "@/lib/chat/builtin-masks";

/** The part of a built-in mask that an empty chat shows. The mask itself is fetched when it is chosen. */
export interface StarterMask {
  readonly slug: string;
  readonly name: string;
  readonly avatar: string;
}

/** Masks for newcomers, by language. Names and avatars are those of `masks.json`, which is 44 kB (gzip). */
const starters: Readonly<Record<string, readonly StarterMask[]>> = {
  cn: [
    { slug: "cn-writing-polish", name: "文章润色", avatar: "1f4dd" },
    { slug: "cn-english-conversation", name: "英语口语搭档", avatar: "1f5e3-fe0f" },
    { slug: "cn-coding-partner", name: "编程搭档", avatar: "1f469-200d-1f4bb" },
    { slug: "cn-travel-planner", name: "旅行规划", avatar: "2708-fe0f" },
  ],
  tw: [
    { slug: "tw-writing-polish", name: "文章潤稿", avatar: "1f4dd" },
    { slug: "tw-english-conversation", name: "英語會話夥伴", avatar: "1f5e3-fe0f" },
    { slug: "tw-coding-partner", name: "程式夥伴", avatar: "1f469-200d-1f4bb" },
    { slug: "tw-travel-planner", name: "旅遊規劃", avatar: "2708-fe0f" },
  ],
  en: [
    { slug: "en-editor", name: "Careful editor", avatar: "1f4dd" },
    { slug: "en-socratic-tutor", name: "Socratic tutor", avatar: "1f989" },
    { slug: "en-coding-partner", name: "Coding partner", avatar: "1f469-200d-1f4bb" },
    { slug: "en-travel-planner", name: "Travel planner", avatar: "2708-fe0f" },
  ],
};

/** Returns the starter masks in the user's language, or in English. */
export function starterMasks(language: string): readonly StarterMask[] {
  return starters[builtinLanguages.includes(language) ? language : "en"] ?? [];
}
