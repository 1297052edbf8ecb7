import { create } from "zustand";

interface OpenedChat {
  /** Empty before the first one, and after Back or Forward. */
  readonly id: string;
}

/**
 * The chat that was opened last in this tab. It stays on the screen while the router, which follows a moment later, shows
 * the URLs of chats opened before it.
 */
export const useOpenedChat = create<OpenedChat>()(() => ({ id: "" }));
