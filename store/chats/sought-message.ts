import { create } from "zustand";

/** A message that a search leads to. */
interface SoughtMessage {
  readonly sessionId: string;
  readonly messageId: string;
}

interface SoughtMessageStore {
  readonly sought: SoughtMessage | undefined;
  /** Asks the chat's thread, when it is open, to go to a message and mark it. */
  seek(sought: SoughtMessage): void;
  /** The thread has gone there, or the message is there no more. */
  arrive(): void;
}

/** The message that the open chat, or the one that is being opened, is to show. */
export const useSoughtMessage = create<SoughtMessageStore>()((set) => ({
  sought: undefined,
  seek: (sought) => set({ sought }),
  arrive: () => set({ sought: undefined }),
}));
