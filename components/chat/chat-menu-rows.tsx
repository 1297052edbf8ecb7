"use client";
import { FilePenLine, Keyboard, NotebookText, Pencil, RotateCcw, Share, SlidersHorizontal, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { useIsPhone } from "@/components/ui/is-phone";
import type { MenuItem } from "@/components/ui/menu-item";
import { shortcuts } from "@/lib/chat/commands";
import { type DialogContent, useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { refreshTitle } from "@/store/turns/turns";
import { useIsAnswering } from "./use-is-answering";

interface ChatMenuRowsProps {
  readonly sessionId: string;
  readonly onRename: () => void;
  readonly children: (items: readonly MenuItem[]) => ReactNode;
}

/** The rows of the chat's menu, loaded when it is first opened. */
export function ChatMenuRows({ sessionId, onRename, children: draw }: ChatMenuRowsProps) {
  const t = useTranslations();
  const isPhone = useIsPhone();
  const isAnswering = useIsAnswering(sessionId);
  const isEmpty = useChats((chats) => chats.threads[sessionId]?.ids.length === 0);
  const { remove } = useChatActions();
  const opening = (content: DialogContent) => () => useUi.getState().openDialog(content);

  return draw([
    { id: "rename", label: t("chat.rename"), icon: Pencil, onSelect: onRename },
    {
      id: "refresh-title",
      label: t("chatMenu.refreshTitle"),
      icon: RotateCcw,
      disabled: isEmpty,
      onSelect() {
        useUi.getState().toast({ kind: "request-sent" });
        refreshTitle(sessionId);
      },
    },
    { id: "memory", label: t("memory.title"), icon: NotebookText, onSelect: opening({ kind: "memory", sessionId }) },
    {
      id: "edit-messages",
      label: t("editMessages.title"),
      icon: FilePenLine,
      disabled: isAnswering,
      onSelect: opening({ kind: "edit-messages", sessionId }),
    },
    {
      id: "export",
      label: t("export.title"),
      icon: Share,
      keys: isPhone ? undefined : shortcuts.exportChat.keys,
      disabled: isEmpty,
      onSelect: opening({ kind: "export", sessionId }),
    },
    {
      id: "settings",
      label: t("chat.settings"),
      icon: SlidersHorizontal,
      onSelect: opening({ kind: "chat-settings", sessionId }),
    },
    ...(isPhone
      ? []
      : [
          {
            id: "shortcuts",
            label: t("shortcuts.title"),
            icon: Keyboard,
            keys: shortcuts.listShortcuts.keys,
            onSelect: opening({ kind: "shortcuts" }),
          },
        ]),
    {
      id: "delete",
      label: t("sidebar.deleteChat"),
      icon: Trash2,
      danger: true,
      separatorBefore: true,
      onSelect: isPhone ? opening({ kind: "delete-chat", sessionId }) : () => remove(sessionId),
    },
  ]);
}
