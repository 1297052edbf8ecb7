import { create } from "zustand";
import { createChatHeads } from "@/store/chats/chat-heads";
import { createChatThreads } from "@/store/chats/chat-threads";
import type { ChatsContext, ChatsStore } from "@/store/chats/chats-state";
import { tabContext } from "@/store/records/records";

/** Creates the store of all chats. It notes its changes in the journal, which writes them. */
export function createChats(parts: Pick<ChatsContext, "env" | "journal">) {
  return create<ChatsStore>()((set, get) => {
    const context = { ...parts, set, get };
    const heads = createChatHeads(context);
    return { ...heads.slice, ...createChatThreads(context, heads) };
  });
}

/** The chats of this tab. */
export const useChats = createChats({ env: tabContext.env, journal: tabContext.records.journal });
