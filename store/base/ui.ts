import { create } from "zustand";
import type { AppError, ErrorCode } from "@/lib/errors";
import type { LinkConcern } from "@/lib/links/link-concern";
import type { NamedValue } from "@/lib/links/link-parameters";
import type { TakeoverCounts } from "@/store/base/takeover-counts";

/** A short message that stands for a few seconds; its words are chosen when it is drawn. */
export interface Toast {
  readonly id: number;
  readonly content: ToastContent;
  readonly undo?: () => void;
}

export type ToastContent =
  | { readonly kind: "chat-deleted" }
  | { readonly kind: "chats-deleted"; readonly count: number }
  | { readonly kind: "message-deleted" }
  | { readonly kind: "messages-deleted"; readonly count: number }
  | { readonly kind: "copied" }
  | { readonly kind: "request-sent" }
  | { readonly kind: "pinned" | "context-cleared" | "context-restored"; readonly sessionId: string }
  /** Data of a NextChat was taken over; some of it not, if `isIncomplete`. */
  | {
      readonly kind: "taken-over";
      readonly added: TakeoverCounts;
      readonly hasSettings: boolean;
      readonly isIncomplete: boolean;
    }
  /** More images were chosen than go into a message. */
  | { readonly kind: "images-cut"; readonly most: number }
  /** The model sees no images, so none was attached, or those that were are not sent. */
  | { readonly kind: "images-unseen"; readonly model: string }
  /** A picture was not attached: it is none, takes too much memory, or is of a format that this browser does not know. */
  | { readonly kind: "image-refused"; readonly reason: "unreadable" | "too-large" | "heic"; readonly name: string }
  | { readonly kind: "file-unreadable"; readonly name: string }
  /** One file is imported at a time; another was opened with it. */
  | { readonly kind: "import-left-out"; readonly name: string }
  /** The model of a chat is not available; another one answers. */
  | { readonly kind: "model-replaced"; readonly wanted: string; readonly model: string }
  | { readonly kind: "link-applied" | "server-removed" }
  | { readonly kind: "mask-deleted" }
  | { readonly kind: "plugin-deleted" }
  /** What was written of a plugin describes no tools. */
  | { readonly kind: "schema-error" }
  | { readonly kind: "mcp-server-deleted" }
  /** `skipped` pieces of the file were no masks. */
  | { readonly kind: "masks-imported"; readonly count: number; readonly skipped: number }
  | { readonly kind: "masks-unreadable"; readonly name: string }
  /** A message could not be read aloud: why, and which it was. */
  | { readonly kind: "speech-failed"; readonly error: AppError; readonly messageId: string }
  /** The speech service broke off. */
  | { readonly kind: "speech-cut"; readonly messageId: string }
  /** This browser has no voices. */
  | { readonly kind: "speech-unsupported" }
  /** A file was handed to the browser's downloads, or could not be made. */
  | { readonly kind: "downloaded" | "download-failed" }
  /** Of a long chat the first page was copied: a clipboard takes one image. */
  | { readonly kind: "page-copied"; readonly pages: number }
  /** Making a file took so long that the system wants to be asked anew. */
  | { readonly kind: "share-ready" }
  /** Nothing came of a link. */
  | { readonly kind: "share-failed" }
  /** A newer build of the app has been fetched and waits. */
  | { readonly kind: "new-version" }
  | { readonly kind: "error"; readonly error: AppError };

/** A dialog that can be asked for from several places. */
export type DialogContent =
  | {
      readonly kind: "chat-settings" | "memory" | "edit-messages" | "delete-chat" | "tools" | "server-content";
      readonly sessionId: string;
    }
  | { readonly kind: "palette" | "prompts" | "shortcuts" }
  /** Without messages all of the chat is offered. */
  | { readonly kind: "export"; readonly sessionId: string; readonly messageIds?: readonly string[] }
  /** An image of a message, by the address that stands there. */
  | { readonly kind: "image"; readonly address: string; readonly alt: string }
  /** A file that the system opened with the app. */
  | { readonly kind: "import"; readonly file: File }
  /** A link of a reply that is opened only after a question. */
  | { readonly kind: "open-link"; readonly address: string; readonly concern: LinkConcern }
  /** What the address asked for: its parameters, as they were decoded. */
  | { readonly kind: "link"; readonly parameters: readonly NamedValue[] };

/** The dialog that was asked for last; closed, it is on its way out. */
interface OpenedDialog {
  readonly id: number;
  readonly content: DialogContent;
  readonly isOpen: boolean;
}

interface UiStore {
  readonly toasts: readonly Toast[];
  /** What keeps the app from storing anything; shown until it is over. */
  readonly storageProblem: AppError | null;
  /** True while the stored chats take unusually long to open. */
  readonly isOpeningSlowly: boolean;
  /** True while the sidebar is hidden to give the sheet the whole window. */
  readonly isFullWidth: boolean;
  /** True once the sidebar was widened in this window: until then a small window shows it narrow. */
  readonly isSidebarWidened: boolean;
  readonly dialog: OpenedDialog | null;
  /** How high what stands at the screen's end is, in pixels; absent where nothing does. */
  readonly dockHeight: number | undefined;
  toast(content: ToastContent, undo?: () => void): void;
  dismiss(id: number): void;
  /** Dismisses what is said of the chat on the screen once it is another one than this. */
  dismissOfOthers(sessionId: string): void;
  setStorageProblem(error: AppError | null): void;
  setFullWidth(isFullWidth: boolean): void;
  setSidebarWidened(isSidebarWidened: boolean): void;
  openDialog(content: DialogContent): void;
  closeDialog(): void;
  setDockHeight(dockHeight: number | undefined): void;
}

/** Makes the store of what the screen shows besides data. */
export function createUi() {
  let lastId = 0;
  return create<UiStore>()((set) => ({
    toasts: [],
    storageProblem: null,
    isOpeningSlowly: false,
    isFullWidth: false,
    isSidebarWidened: false,
    dialog: null,
    dockHeight: undefined,
    toast(content, undo) {
      lastId += 1;
      const toast: Toast = { id: lastId, content, ...(undo ? { undo } : {}) };
      set(({ toasts }) => ({ toasts: [...toasts, toast].slice(-3) }));
    },
    dismiss(id) {
      set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
    },
    dismissOfOthers(sessionId) {
      const isOfOther = ({ content }: Toast) => "sessionId" in content && content.sessionId !== sessionId;
      set(({ toasts }) => (toasts.some(isOfOther) ? { toasts: toasts.filter((toast) => !isOfOther(toast)) } : {}));
    },
    setStorageProblem(storageProblem) {
      set({ storageProblem });
    },
    setFullWidth(isFullWidth) {
      set({ isFullWidth });
    },
    setSidebarWidened(isSidebarWidened) {
      set({ isSidebarWidened });
    },
    openDialog(content) {
      set(({ dialog }) => ({ dialog: { id: (dialog?.id ?? 0) + 1, content, isOpen: true } }));
    },
    closeDialog() {
      set(({ dialog }) => ({ dialog: dialog && { ...dialog, isOpen: false } }));
    },
    setDockHeight(dockHeight) {
      set({ dockHeight });
    },
  }));
}

export const useUi = createUi();

/** What keeps anything from being saved. */
const storageProblems: readonly ErrorCode[] = [
  "storage-full",
  "storage-unavailable",
  "storage-newer",
  "storage-deleted",
  "stored-newer",
  "stored-unknown",
];

/**
 * Shows an error where it belongs: a storage problem stays until it is over, all else is a toast. What failed because
 * the database was deleted does not replace that reason.
 */
export function report(error: AppError): void {
  const { storageProblem, setStorageProblem, toast } = useUi.getState();
  if (!storageProblems.includes(error.code)) toast({ kind: "error", error });
  else if (storageProblem?.code !== "storage-deleted") setStorageProblem(error);
}

/** Takes back a storage problem that was reported, unless another has come up since. */
export function clearReportedError(error: AppError): void {
  const { storageProblem, setStorageProblem } = useUi.getState();
  if (storageProblem === error) setStorageProblem(null);
}
