import { create } from "zustand";

interface ChatListStore {
  /** Chat of the list that receives focus by Tab; empty for the open one. */
  readonly activeId: string;
  /** Ids of the chats being renamed, swiped open and dragged; empty for none of them. */
  readonly renamingId: string;
  readonly swipedId: string;
  readonly draggedId: string;
  /** The selected chats by id; `null` outside selection mode. */
  readonly chosen: Readonly<Record<string, true>> | null;
  /** Chat that was clicked last; Shift extends the selection from it. */
  readonly lastId: string;
  /** Selects or deselects a chat; the first one starts selection mode. */
  toggle(id: string): void;
  /** Selects all chats between the one clicked last and this one; `ids` is the list in order. */
  extendTo(id: string, ids: readonly string[]): void;
  endSelection(): void;
}

/** Creates the store of the chat list's interaction state. */
export function createChatList() {
  return create<ChatListStore>()((set, get) => ({
    activeId: "",
    renamingId: "",
    swipedId: "",
    draggedId: "",
    chosen: null,
    lastId: "",
    toggle(id) {
      const { [id]: was, ...others } = get().chosen ?? {};
      set({ chosen: was ? others : { ...others, [id]: true }, lastId: id });
    },
    extendTo(id, ids) {
      const [from = -1, to = -1] = [ids.indexOf(get().lastId), ids.indexOf(id)].sort((one, other) => one - other);
      if (from < 0) return get().toggle(id);
      const between = Object.fromEntries(ids.slice(from, to + 1).map((each) => [each, true as const]));
      set(({ chosen }) => ({ chosen: { ...chosen, ...between } }));
    },
    endSelection: () => set({ chosen: null, lastId: "" }),
  }));
}

export const useChatList = createChatList();
