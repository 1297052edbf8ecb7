import { create } from "zustand";
import { storageError } from "@/lib/storage/documents";
import { sessionKeys } from "@/lib/storage/local-keys";
import * as z from "@/lib/zod";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { isTemporary } from "@/store/chats/is-temporary";

interface MessageEditsStore {
  /** The text of each message that is being edited, by message. It survives scrolling out of view, and a reload. */
  readonly texts: Readonly<Record<string, string>>;
  /** The message whose editor was requested and has not mounted yet; it takes the focus. */
  readonly askedFor: string | undefined;
  /** Reads the edits that were saved when the tab was left, the first time. */
  open(): void;
  begin(messageId: string, text: string): void;
  /** The requested editor has mounted. */
  arrive(): void;
  change(messageId: string, text: string): void;
  end(messageId: string): void;
  /** Saves all edits until the tab closes. */
  save(): void;
}

const key = sessionKeys.messageEdits;
const editsSchema = z.catch(z.pipe(z.jsonText, z.record(z.string(), z.string())), {});

/** Creates the store of messages that are being edited. */
export function createMessageEdits() {
  let isOpen = false;
  return create<MessageEditsStore>()((set, get) => ({
    texts: {},
    askedFor: undefined,
    open() {
      if (!isOpen) set({ texts: readEdits() });
      isOpen = true;
    },
    begin(messageId, text) {
      get().change(messageId, text);
      set({ askedFor: messageId });
    },
    arrive() {
      set({ askedFor: undefined });
    },
    change(messageId, text) {
      set(({ texts }) => ({ texts: { ...texts, [messageId]: text } }));
    },
    end(messageId) {
      set(({ texts: { [messageId]: _ended, ...texts } }) => ({ texts }));
      get().save();
    },
    save() {
      try {
        const { messages } = useChats.getState();
        const isStored = ([id]: [string, string]) => !isTemporary(messages[id]?.sessionId ?? "");
        sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(get().texts).filter(isStored))));
      } catch (thrown) {
        report(storageError(thrown));
      }
    },
  }));
}

export const useMessageEdits = createMessageEdits();

function readEdits(): Record<string, string> {
  try {
    return z.parse(editsSchema, sessionStorage.getItem(key));
  } catch {
    // Blocked storage was reported at startup.
    return {};
  }
}
