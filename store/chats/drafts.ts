import * as v from "valibot";
import { create } from "zustand";
import { type Draft, draftOfContent, emptyDraft, joinDrafts } from "@/lib/chat/draft";
import type { Content } from "@/lib/chat/message";
import { storageError } from "@/lib/storage/documents";
import { report } from "@/store/base/ui";

interface DraftsStore {
  /** What is being written, by chat, of those chats that were opened. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** How many images are being made ready, by chat. */
  readonly attaching: Readonly<Record<string, number>>;
  /** Reads what was left unsent in a chat, the first time. */
  open(sessionId: string): void;
  change(sessionId: string, change: (draft: Draft) => Partial<Draft>): void;
  /** Adds messages that were not sent to what is being written; what comes of it is kept. */
  takeBack(sessionId: string, contents: readonly Content[]): void;
  /** Keeps what is being written on this device. */
  save(sessionId: string): void;
  /** Empties what is being written, as it is sent; what is kept of it on this device goes with the next `save`. */
  clear(sessionId: string): void;
  /** Counts images that are being made ready, or are no longer. */
  noteAttaching(sessionId: string, count: number): void;
}

/** Makes the store of unsent messages, each kept under keys of its chat (§2.4). */
export function createDrafts() {
  return create<DraftsStore>()((set, get) => {
    const put = (sessionId: string, draft: Draft) =>
      set(({ drafts }) => ({ drafts: { ...drafts, [sessionId]: draft } }));
    const draftOf = (sessionId: string) => get().drafts[sessionId] ?? readDraft(sessionId);
    return {
      drafts: {},
      attaching: {},
      open(sessionId) {
        if (!get().drafts[sessionId]) put(sessionId, readDraft(sessionId));
      },
      change(sessionId, change) {
        const draft = draftOf(sessionId);
        put(sessionId, { ...draft, ...change(draft) });
      },
      takeBack(sessionId, contents) {
        put(sessionId, joinDrafts([...contents.map(draftOfContent), draftOf(sessionId)]));
        get().save(sessionId);
      },
      save(sessionId) {
        writeDraft(sessionId, draftOf(sessionId));
      },
      clear(sessionId) {
        put(sessionId, emptyDraft);
      },
      noteAttaching(sessionId, count) {
        set(({ attaching }) => ({ attaching: { ...attaching, [sessionId]: (attaching[sessionId] ?? 0) + count } }));
      },
    };
  });
}

export const useDrafts = createDrafts();

/** The keys under which a chat's unsent text and what is attached to it are stored. */
function textKey(sessionId: string): string {
  return `unfinished-input-${sessionId}`;
}
function attachmentsKey(sessionId: string): string {
  return `unfinished-attachments-${sessionId}`;
}

/** The key of the text that was sent last, in whatever chat. */
const lastInputKey = "last-input";

const noAttachments = { images: [], texts: [] };
const attachmentsSchema = v.fallback(
  v.pipe(v.string(), v.parseJson(), v.object({ images: v.array(v.string()), texts: v.array(v.string()) })),
  noAttachments,
);

/** Answers the images that are attached to a chat's unsent message. */
export function attachedImages(storage: Pick<Storage, "getItem">, sessionId: string): readonly string[] {
  return v.parse(attachmentsSchema, storage.getItem(attachmentsKey(sessionId))).images;
}

function readDraft(sessionId: string): Draft {
  try {
    const text = localStorage.getItem(textKey(sessionId)) ?? "";
    return { text, ...v.parse(attachmentsSchema, localStorage.getItem(attachmentsKey(sessionId))) };
  } catch {
    // A browser that forbids storage was reported at start.
    return emptyDraft;
  }
}

function writeDraft(sessionId: string, { text, images, texts }: Draft): void {
  const hasAttachments = images.length > 0 || texts.length > 0;
  keep(textKey(sessionId), text);
  keep(attachmentsKey(sessionId), hasAttachments ? JSON.stringify({ images, texts }) : "");
}

/** Forgets a chat's unsent message. */
export function forgetDraft(sessionId: string): void {
  try {
    localStorage.removeItem(textKey(sessionId));
    localStorage.removeItem(attachmentsKey(sessionId));
  } catch {
    // Nothing was stored, so nothing is left.
  }
}

/** Answers what was typed into a message box last and sent; it is one for the whole app (§1.4.4). */
export function readLastInput(): string {
  try {
    return localStorage.getItem(lastInputKey) ?? "";
  } catch {
    // A browser that forbids storage was reported at start.
    return "";
  }
}

/** Keeps what was typed last, as it was typed. */
export function keepLastInput(text: string): void {
  keep(lastInputKey, text);
}

/** An empty value is forgotten. */
function keep(key: string, value: string): void {
  try {
    if (value === "") localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (thrown) {
    report(storageError(thrown));
  }
}
