import { create } from "zustand";

interface SelectionStore {
  /** The chat in which messages are being selected; empty where none are. */
  readonly sessionId: string;
  /** The selected messages by id. */
  readonly chosen: Readonly<Record<string, true>>;
  /** The message that was pressed last: Shift selects from it on. */
  readonly lastId: string;
  /** Begins to select in a chat, with one message. */
  start(sessionId: string, id: string): void;
  /** Selects a message or lets go of it. */
  toggle(id: string): void;
  /** Selects all messages between the one that was pressed last and this one, in the order of the chat. */
  extendTo(id: string, ids: readonly string[]): void;
  /** Selects exactly these. */
  choose(ids: readonly string[]): void;
  end(): void;
}

/** Makes the store of selected messages. */
export function createSelection() {
  return create<SelectionStore>()((set, get) => ({
    sessionId: "",
    chosen: {},
    lastId: "",
    start: (sessionId, id) => set({ sessionId, chosen: { [id]: true }, lastId: id }),
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
