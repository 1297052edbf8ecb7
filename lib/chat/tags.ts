import { tagLimits } from "@/lib/chat/tag-limits";

/** Returns a tag as it is stored: on one line, without white space at its ends, and not too long. */
export function tidyTag(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, tagLimits.chars)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}

/** Reads the tags of a chat: each once, ignoring case, and not more than the limit; undefined if there are none. */
export function readTags(stored: unknown): readonly string[] | undefined {
  const tags = new Map<string, string>();
  for (const each of Array.isArray(stored) ? stored : []) {
    const tag = typeof each === "string" ? tidyTag(each) : "";
    if (tag !== "" && tags.size < tagLimits.count && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return tags.size > 0 ? [...tags.values()] : undefined;
}
