import type { ChatSession } from "@/lib/chat/session";

/** Returns the tags of chats, each once, ignoring case, the most frequent first. */
export function frequentTags(sessions: readonly Pick<ChatSession, "tags">[]): readonly string[] {
  const counts = new Map<string, { readonly tag: string; count: number }>();
  for (const { tags = [] } of sessions) {
    for (const tag of tags) {
      const known = counts.get(tag.toLowerCase());
      if (known) known.count += 1;
      else counts.set(tag.toLowerCase(), { tag, count: 1 });
    }
  }
  return [...counts.values()].sort((one, other) => other.count - one.count).map(({ tag }) => tag);
}
