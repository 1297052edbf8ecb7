import type { ChatsStore } from "@/store/chats/chats-state";

/** Whether a reply of a chat grows, in this tab or another. Of several answers to one question, all but one are hidden. */
export function isGrowing(
  { threads, messages, live }: Pick<ChatsStore, "threads" | "messages" | "live">,
  sessionId: string,
): boolean {
  const grows = (id: string) => live[id] !== undefined || messages[id]?.streaming === true;
  const { ids = [], asides = {} } = threads[sessionId] ?? {};
  return ids.some(grows) || Object.values(asides).some((hiddenIds) => hiddenIds.some(grows));
}
