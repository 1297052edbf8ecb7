import { readTags } from "@/lib/chat/tags";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";

/** Changes the tags of chats. Chats that get equal tags are written together. */
export function changeTags(sessionIds: readonly string[], change: (own: readonly string[]) => readonly string[]): void {
  const chats = useChats.getState();
  const idsOf = new Map<string, { readonly tags: readonly string[] | undefined; readonly ids: string[] }>();
  for (const id of sessionIds) {
    const tags = readTags(change(sessionOf(chats, id)?.tags ?? []));
    const key = JSON.stringify(tags ?? []);
    const group = idsOf.get(key) ?? { tags, ids: [] };
    group.ids.push(id);
    idsOf.set(key, group);
  }
  for (const { tags, ids } of idsOf.values()) chats.patchSessions(ids, { tags });
}
