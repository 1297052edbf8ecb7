import { create } from "zustand";

interface ChatListStore {
  /** The chat that Tab leads to; empty for the open one. */
  readonly activeId: string;
  /** The chat whose title is being written, whose actions a swipe has bared, that is being dragged; empty for none. */
  readonly renamingId: string;
  readonly swipedId: string;
  readonly draggedId: string;
  /** The selected chats by id; `null` while none are being selected. */
  readonly chosen: Readonly<Record<string, true>> | null;
  /** The chat that was pressed last: Shift selects from it on. */
  readonly lastId: string;
  /** Selects a chat or lets go of it; the first begins the selection. */
  toggle(id: string): void;
  /** Selects all chats between the one that was pressed last and this one; `ids` are those of the list in order. */
  extendTo(id: string, ids: readonly string[]): void;
  endSelection(): void;
}

/** Makes the store of what is being done in the list of chats. */
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
