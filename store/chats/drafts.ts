import { create } from "zustand";
import { type Draft, emptyDraft, joinDrafts } from "@/lib/chat/draft";
import { readLocalDraft, type StoredDraft } from "@/lib/storage/local-drafts";
import { pageStorage } from "@/store/base/page-storage";

interface DraftsStore {
  /** The drafts of opened chats, by chat. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** The drafts that localStorage held when their chats were opened, by chat. */
  readonly opened: Readonly<Record<string, StoredDraft | undefined>>;
  /** The number of images and documents that are being prepared, by chat. */
  readonly attaching: Readonly<Record<string, number>>;
  /** Loads the draft from localStorage, the first time. */
  open(sessionId: string): void;
  change(sessionId: string, change: (draft: Draft) => Partial<Draft>): void;
  /** Inserts unsent messages before the draft. */
  returnToDraft(sessionId: string, unsent: readonly Draft[]): void;
  /** Replaces a draft that is being sent by `emptyDraft` itself. */
  clear(sessionId: string): void;
  /** The chat whose draft is sent as soon as its message box is on screen; usually empty. */
  readonly requestedId: string;
  /** Lets the message box of a chat send its draft as soon as it can. */
  requestSend(sessionId: string): void;
  /** Adds to the number of images or documents that are being prepared. */
  noteAttaching(sessionId: string, count: number): void;
}

/** Creates the store of drafts; store/turns/draft-persistence.ts stores them on this device. */
export function createDrafts(storage: () => Pick<Storage, "getItem">) {
  return create<DraftsStore>()((set, get) => {
    function put(sessionId: string, change: (draft: Draft) => Draft) {
      get().open(sessionId);
      set(({ drafts }) => ({ drafts: { ...drafts, [sessionId]: change(drafts[sessionId] ?? emptyDraft) } }));
    }
    return {
      drafts: {},
      opened: {},
      attaching: {},
      open(sessionId) {
        if (get().drafts[sessionId]) return;
        const stored = readLocalDraft(storage(), sessionId);
        set(({ drafts, opened }) => ({
          drafts: { ...drafts, [sessionId]: stored?.draft ?? emptyDraft },
          opened: { ...opened, [sessionId]: stored },
        }));
      },
      change(sessionId, change) {
        put(sessionId, (draft) => ({ ...draft, ...change(draft) }));
      },
      returnToDraft(sessionId, unsent) {
        put(sessionId, (draft) => joinDrafts([...unsent, draft]));
      },
      clear(sessionId) {
        put(sessionId, () => emptyDraft);
      },
      requestedId: "",
      requestSend(requestedId) {
        set({ requestedId });
      },
      noteAttaching(sessionId, count) {
        set(({ attaching }) => ({ attaching: { ...attaching, [sessionId]: (attaching[sessionId] ?? 0) + count } }));
      },
    };
  });
}

export const useDrafts = createDrafts(pageStorage);
