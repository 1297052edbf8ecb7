"use client";
import { CopyPlus, Pencil, Pin, PinOff } from "lucide-react";
import { useActionContext } from "@/components/actions/action";
import { duplicateChat } from "@/components/actions/chat-actions";
import { Icon } from "@/components/ui/icon";
import { tipProps } from "@/components/ui/tip-props";
import type { ChatSession } from "@/lib/chat/session";
import { useChatList } from "@/store/chats/chat-list";
import styles from "./row-actions.module.css";

interface RowActionsProps {
  readonly session: ChatSession;
  /** Pins or unpins the chat, and announces it to screen readers. */
  readonly onTogglePin: (session: ChatSession) => void;
}

/** Rename, pin and duplicate in the row of a chat, for a mouse. By keyboard they are in the row's menu. */
export function RowActions({ session, onTogglePin }: RowActionsProps) {
  const context = useActionContext(session.id);
  const { t } = context;
  const { id, pinned = false } = session;
  const actions = [
    { label: t("chat.rename"), keys: "F2", icon: Pencil, run: () => useChatList.setState({ renamingId: id }) },
    {
      label: t(pinned ? "chatList.unpin" : "chatList.pin"),
      icon: pinned ? PinOff : Pin,
      run: () => onTogglePin(session),
    },
    { label: duplicateChat.label(context), icon: CopyPlus, run: () => duplicateChat.run(context) },
  ];
  return (
    <div className={styles.actions} data-row-actions>
      {actions.map(({ label, keys, icon, run }) => (
        <button key={label} type="button" tabIndex={-1} aria-label={label} onClick={run} {...tipProps(label, keys)}>
          <Icon glyph={icon} size="small" />
        </button>
      ))}
    </div>
  );
}
