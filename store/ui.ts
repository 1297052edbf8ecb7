import { create } from "zustand";
import type { AppError } from "@/lib/errors";

/** A short message that stands for a few seconds; its words are chosen when it is drawn. */
export interface Toast {
  readonly id: number;
  readonly content: ToastContent;
  readonly undo?: () => void;
}

export type ToastContent =
  | { readonly kind: "chat-deleted" }
  | { readonly kind: "message-deleted" }
  | { readonly kind: "copied" }
  | { readonly kind: "request-sent" }
  | { readonly kind: "taken-over"; readonly chats: number }
  | { readonly kind: "error"; readonly error: AppError };

interface UiStore {
  readonly toasts: readonly Toast[];
  /** What keeps the app from storing anything; shown until it is over. */
  readonly storageProblem: AppError | null;
  /** True while the sidebar is hidden to give the sheet the whole window. */
  readonly isFullWidth: boolean;
  /** True once the sidebar was widened in this window: until then a small window shows it narrow. */
  readonly isSidebarWidened: boolean;
  toast(content: ToastContent, undo?: () => void): void;
  dismiss(id: number): void;
  setStorageProblem(error: AppError | null): void;
  setFullWidth(isFullWidth: boolean): void;
  setSidebarWidened(isSidebarWidened: boolean): void;
}

/** Makes the store of what the screen shows besides data. */
export function createUi() {
  let lastId = 0;
  return create<UiStore>()((set) => ({
    toasts: [],
    storageProblem: null,
    isFullWidth: false,
    isSidebarWidened: false,
    toast(content, undo) {
      lastId += 1;
      const toast: Toast = { id: lastId, content, ...(undo ? { undo } : {}) };
      set(({ toasts }) => ({ toasts: [...toasts, toast].slice(-3) }));
    },
    dismiss(id) {
      set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
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
  }));
}

export const useUi = createUi();

/** Shows an error where it belongs: a storage problem stays until it is over, all else is a toast. */
export function report(error: AppError): void {
  const { setStorageProblem, toast } = useUi.getState();
  if (error.code === "storage-full" || error.code === "storage-unavailable" || error.code === "storage-newer") {
    setStorageProblem(error);
  } else {
    toast({ kind: "error", error });
  }
}

/** Takes back a storage problem that was reported, unless another has come up since. */
export function takeBack(error: AppError): void {
  const { storageProblem, setStorageProblem } = useUi.getState();
  if (storageProblem === error) setStorageProblem(null);
}
