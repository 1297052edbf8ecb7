import { create } from "zustand";
import type { AskedModel } from "@/lib/chat/asked-models";
import type { Prompt } from "@/lib/chat/prompts";
import type { AppError, ErrorCode } from "@/lib/errors";
import type { LinkConcern } from "@/lib/links/link-concern";
import type { NamedValue } from "@/lib/links/link-parameters";
import type { TakeoverCounts } from "@/store/base/takeover-counts";

/** A short message shown for a few seconds; its text is chosen when it renders. */
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
  | { readonly kind: "chat-pinned" }
  | { readonly kind: "chat-unpinned" }
  | { readonly kind: "copied" }
  | { readonly kind: "request-sent" }
  | {
      readonly kind: "pinned" | "messages-left-out" | "context-cleared" | "context-restored";
      readonly sessionId: string;
    }
  /** Data of a NextChat was taken over; some of it not, if `isIncomplete`. */
  | {
      readonly kind: "taken-over";
      readonly added: TakeoverCounts;
      readonly hasSettings: boolean;
      readonly isIncomplete: boolean;
    }
  /** More images were chosen than a message may have. */
  | { readonly kind: "images-cut"; readonly most: number }
  /** The model does not support vision, so images were not attached, or attached ones are not sent. */
  | { readonly kind: "images-unseen"; readonly model: string }
  /**
   * An image was not attached: it is unreadable, needs too much memory, or has a format this browser does not support.
   */
  | { readonly kind: "image-refused"; readonly reason: "unreadable" | "too-large" | "heic"; readonly name: string }
  | {
      readonly kind: "document-refused";
      readonly reason: "encrypted" | "damaged" | "too-large" | "no-text";
      readonly name: string;
    }
  | { readonly kind: "document-cut"; readonly name: string }
  | { readonly kind: "file-unreadable"; readonly name: string }
  /** Files of an archive or a folder; `names` are the first of them. */
  | { readonly kind: "files-unreadable"; readonly count: number; readonly names: string }
  /** Only the first `count` files of an archive or a folder were attached. */
  | { readonly kind: "files-cut"; readonly name: string; readonly count: number }
  | { readonly kind: "no-readable-files"; readonly name: string }
  | { readonly kind: "page-unreadable"; readonly address: string }
  /** Only one file is imported at a time; another was opened with it. */
  | { readonly kind: "import-left-out"; readonly name: string }
  /** The chat's model is not available; another one answers. */
  | { readonly kind: "model-replaced"; readonly wanted: string; readonly model: string }
  /** The provider refused a parameter, which is not sent any more. */
  | { readonly kind: "parameter-refused"; readonly model: string; readonly parameter: string }
  /** The server that computes vectors did not answer. */
  | { readonly kind: "passages-by-words"; readonly server: string }
  | { readonly kind: "link-applied" | "server-removed" }
  /** The desktop app was updated to this version. */
  | { readonly kind: "updated"; readonly version: string }
  | { readonly kind: "mask-deleted" }
  /** A project was deleted, or the address names an unknown one. */
  | { readonly kind: "project-deleted" | "project-unknown" }
  | { readonly kind: "plugin-deleted" }
  /** A remembered fact was added, or some were deleted. */
  | { readonly kind: "fact-saved" | "facts-deleted" }
  /** The text of a plugin describes no tools. */
  | { readonly kind: "schema-error" }
  | { readonly kind: "mcp-server-deleted" }
  /** `skipped` entries of the file were not masks. */
  | { readonly kind: "masks-imported"; readonly count: number; readonly skipped: number }
  | { readonly kind: "masks-unreadable"; readonly name: string }
  /** A message could not be read aloud. */
  | { readonly kind: "speech-failed"; readonly error: AppError; readonly messageId: string }
  /** The speech service stopped before the end. */
  | { readonly kind: "speech-cut"; readonly messageId: string }
  /** The browser has no voices. */
  | { readonly kind: "speech-unsupported" }
  /** A file was downloaded, or could not be created. */
  | { readonly kind: "downloaded" | "download-failed" }
  /** Only the first page of a long chat was copied: a clipboard takes one image. */
  | { readonly kind: "page-copied"; readonly pages: number }
  /** Creating the file took so long that the browser needs another user gesture to share it. */
  | { readonly kind: "share-ready" }
  /** A link could not be created. */
  | { readonly kind: "share-failed" }
  /** Automatic sync cannot go on without the user. */
  | { readonly kind: "sync-stopped" }
  /** A newer build of the app is downloaded and waits. */
  | { readonly kind: "new-version" }
  | { readonly kind: "error"; readonly error: AppError };

/** A dialog that several parts of the app open. */
export type DialogContent =
  | {
      readonly kind:
        | "chat-settings"
        | "memory"
        | "edit-messages"
        | "delete-chat"
        | "tools"
        | "server-content"
        | "inspector"
        | "branches";
      readonly sessionId: string;
    }
  /** `models` are chosen at first; without them, those that were asked last. */
  | { readonly kind: "compare"; readonly sessionId: string; readonly models?: readonly AskedModel[] }
  | { readonly kind: "palette" | "shortcuts" }
  /** `given`: a prompt that is added when the dialog opens. */
  | { readonly kind: "prompts"; readonly given?: Pick<Prompt, "title" | "content"> | undefined }
  /** `isNew` is true for a project that was just created, which is removed if nothing is entered. */
  | { readonly kind: "project"; readonly projectId: string; readonly isNew?: boolean }
  | { readonly kind: "delete-project"; readonly projectId: string }
  /** `factId` is the remembered fact that is edited; without it, one is added, with `text` as a proposal. */
  | { readonly kind: "fact"; readonly factId?: string; readonly text?: string }
  | { readonly kind: "move-to-project" | "tags"; readonly sessionIds: readonly string[] }
  /** `providerName` is the stored name of the provider that rejected a key; absent if the user chooses freely. */
  | { readonly kind: "add-key"; readonly providerName?: string | undefined }
  | { readonly kind: "reply-details"; readonly messageId: string }
  | { readonly kind: "retry-with"; readonly sessionId: string; readonly messageId: string }
  /** Without `messageIds` the whole chat is offered. */
  | { readonly kind: "export"; readonly sessionId: string; readonly messageIds?: readonly string[] }
  /** An image of a message, by its address there. */
  | { readonly kind: "image"; readonly address: string; readonly alt: string }
  /** A file that the system opened with the app. */
  | { readonly kind: "import"; readonly file: File }
  /** A link in a reply that needs a confirmation before it opens. */
  | { readonly kind: "open-link"; readonly address: string; readonly concern: LinkConcern }
  /** An interactive page asks to open a link; `source` is the name of its server. */
  | { readonly kind: "open-link"; readonly address: string; readonly concern: "page"; readonly source: string }
  /** A link with which this device joins the sync of another one; undefined to ask for it. */
  | { readonly kind: "device-link"; readonly link?: string | undefined }
  /** The decoded parameters of the URL. */
  | { readonly kind: "link"; readonly parameters: readonly NamedValue[] };

/** The dialog opened last. While it animates out, `isOpen` is false. */
interface OpenedDialog {
  readonly id: number;
  readonly content: DialogContent;
  readonly isOpen: boolean;
}

interface UiStore {
  readonly toasts: readonly Toast[];
  /** The reason nothing can be stored; shown until it is resolved. */
  readonly storageProblem: AppError | null;
  /** True while the database takes unusually long to open. */
  readonly isOpeningSlowly: boolean;
  /** True while the sidebar is hidden to give the chat the whole window. */
  readonly isFullWidth: boolean;
  /** True once the user widened the sidebar in this window; until then a small window shows it narrow. */
  readonly isSidebarWidened: boolean;
  readonly dialog: OpenedDialog | null;
  /** Height of the dock at the end of the screen, in pixels; undefined without a dock. */
  readonly dockHeight: number | undefined;
  toast(content: ToastContent, undo?: () => void): void;
  dismiss(id: number): void;
  /** Dismisses toasts of the current chat once it is a different one from `sessionId`. */
  dismissOfOthers(sessionId: string): void;
  setStorageProblem(error: AppError | null): void;
  setFullWidth(isFullWidth: boolean): void;
  setSidebarWidened(isSidebarWidened: boolean): void;
  openDialog(content: DialogContent): void;
  closeDialog(): void;
  setDockHeight(dockHeight: number | undefined): void;
}

/** Creates the store of transient UI state. */
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

/** Errors that stop all writes. */
const storageProblems: readonly ErrorCode[] = [
  "storage-full",
  "storage-unavailable",
  "storage-newer",
  "storage-deleted",
  "stored-newer",
  "stored-unknown",
];

/**
 * Shows an error: a storage problem stays until it is resolved, any other error is a toast. If the database was
 * deleted, later failures do not replace that reason.
 */
export function report(error: AppError): void {
  const { storageProblem, setStorageProblem, toast } = useUi.getState();
  if (!storageProblems.includes(error.code)) toast({ kind: "error", error });
  else if (storageProblem?.code !== "storage-deleted") setStorageProblem(error);
}

/** Clears a reported storage problem, unless another one was reported since. */
export function clearReportedError(error: AppError): void {
  const { storageProblem, setStorageProblem } = useUi.getState();
  if (storageProblem === error) setStorageProblem(null);
}
