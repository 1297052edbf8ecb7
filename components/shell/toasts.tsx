"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { lifetimeOf, ToastLayer } from "@/components/ui/toast";
import { useErrorMessage } from "@/components/use-error-message";
import { useTakenOverThings } from "@/components/use-taken-over-things";
import { type ToastContent, useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { toastRow } from "./toast-rows";

/** Renders the toasts in the user's language. */
export function Toasts() {
  const t = useTranslations();
  const router = useRouter();
  const open = (path: string) => router.push(path);
  const words = { t, errorMessage: useErrorMessage(), things: useTakenOverThings(), open };
  const toasts = useUi((ui) => ui.toasts);
  const dismiss = useUi((ui) => ui.dismiss);
  // Without toasts, do not re-render when the message box grows.
  const dockHeight = useUi((ui) => (ui.toasts.length > 0 ? ui.dockHeight : undefined));
  const chatId = useChats((chats) => chats.currentId);
  const offers = toasts.filter(({ content }) => offered.includes(content.kind)).map(({ id }) => String(id));

  useEffect(() => useUi.getState().dismissOfOthers(chatId), [chatId]);

  return (
    <ToastLayer
      above={dockHeight}
      onDismiss={(id) => dismiss(Number(id))}
      lifetime={(toast) => (offers.includes(toast.id) ? offerMs : lifetimeOf(toast))}
      toasts={toasts.map(({ id, content, undo }) => {
        const { text, isFailure, action } = toastRow(content);
        const undoAction = undo && { label: t("app.undo"), onAction: undo, isUndo: true };
        const offer = action?.(words, content) ?? undoAction;
        return {
          id: String(id),
          kind: isFailure ? "error" : "info",
          text: text(words, content),
          ...(offer && { action: offer }),
        };
      })}
    />
  );
}

/** Kinds of toasts that appear without an action of the user, so that they are shown longer. */
const offered: readonly ToastContent["kind"][] = ["new-version", "sync-stopped"];

/** Time that they are shown at once, in milliseconds. */
const offerMs = 20_000;
