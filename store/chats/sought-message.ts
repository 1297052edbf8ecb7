import { create } from "zustand";

/** A message that a search result leads to. */
interface SoughtMessage {
  readonly sessionId: string;
  readonly messageId: string;
}

interface SoughtMessageStore {
  readonly sought: SoughtMessage | undefined;
  /** Requests that the chat's thread, once open, scrolls to a message and marks it. */
  seek(sought: SoughtMessage): void;
  /** The thread has scrolled to the message, or the message is gone. */
  arrive(): void;
}

/** The message that the open chat, or the one being opened, should scroll to. */
export const useSoughtMessage = create<SoughtMessageStore>()((set) => ({
  sought: undefined,
  seek: (sought) => set({ sought }),
  arrive: () => set({ sought: undefined }),
}));
