import { create } from "zustand";

interface SelectionStore {
  /** The chat in selection mode, or empty. */
  readonly sessionId: string;
  /** The selected messages by id. */
  readonly chosen: Readonly<Record<string, true>>;
  /** The message that was clicked last; Shift extends the selection from it. */
  readonly lastId: string;
  /** Starts selection mode in a chat, with one message if one is given. */
  start(sessionId: string, id?: string): void;
  /** Selects or deselects a message. */
  toggle(id: string): void;
  /** Selects all messages between the one clicked last and this one, in the order of the chat. */
  extendTo(id: string, ids: readonly string[]): void;
  /** Selects exactly these messages. */
  choose(ids: readonly string[]): void;
  end(): void;
}

/** Creates the store of selected messages. */
export function createSelection() {
  return create<SelectionStore>()((set, get) => ({
    sessionId: "",
    chosen: {},
    lastId: "",
    start: (sessionId, id) => set({ sessionId, chosen: record(id === undefined ? [] : [id]), lastId: id ?? "" }),
    toggle(id) {
      const { [id]: was, ...others } = get().chosen;
      set({ chosen: was ? others : { ...others, [id]: true }, lastId: id });
    },
    extendTo(id, ids) {
      const ends = [ids.indexOf(get().lastId), ids.indexOf(id)].sort((one, other) => one - other);
      const [from = -1, to = -1] = ends;
      if (from < 0) return get().toggle(id);
      set(({ chosen }) => ({ chosen: { ...chosen, ...record(ids.slice(from, to + 1)) }, lastId: id }));
    },
    choose: (ids) => set({ chosen: record(ids) }),
    end: () => set({ sessionId: "", chosen: {}, lastId: "" }),
  }));
}

function record(ids: readonly string[]): Record<string, true> {
  return Object.fromEntries(ids.map((id) => [id, true]));
}

export const useSelection = createSelection();
