import * as v from "valibot";
import { create } from "zustand";
import { storageError } from "@/lib/storage/documents";
import { sessionKeys } from "@/lib/storage/local-keys";
import { report } from "@/store/base/ui";

interface MessageEditsStore {
  /** What is being made of messages, by message: it outlives that its message is out of sight, and a reload. */
  readonly texts: Readonly<Record<string, string>>;
  /** The message whose editor was asked for and has not come yet: that one takes the focus. */
  readonly askedFor: string | undefined;
  /** Reads what was left of it when the page was left, the first time. */
  open(): void;
  begin(messageId: string, text: string): void;
  /** The editor that was asked for is there. */
  arrive(): void;
  change(messageId: string, text: string): void;
  end(messageId: string): void;
  /** Keeps all of it for as long as the tab lives. */
  save(): void;
}

const key = sessionKeys.messageEdits;
const editsSchema = v.fallback(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())), {});

/** Makes the store of messages that are being edited. */
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
        sessionStorage.setItem(key, JSON.stringify(get().texts));
      } catch (thrown) {
        report(storageError(thrown));
      }
    },
  }));
}

export const useMessageEdits = createMessageEdits();

function readEdits(): Record<string, string> {
  try {
    return v.parse(editsSchema, sessionStorage.getItem(key));
  } catch {
    // A browser that forbids storage was reported at start.
    return {};
  }
}
