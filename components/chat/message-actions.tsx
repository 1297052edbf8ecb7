"use client";
import { Check, Copy, Ellipsis, type LucideIcon, RotateCcw, Trash2 } from "lucide-react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { Toolbar } from "@/components/ui/toolbar";
import { useCopy } from "@/components/use-copy";
import { useMessageTime } from "@/components/use-dates";
import { type Message, textOf } from "@/lib/chat/message";
import { useChats } from "@/store/chats";
import { useTurns } from "@/store/turns";
import { useUi } from "@/store/ui";
import styles from "./message.module.css";

interface MessageActionsProps {
  readonly sessionId: string;
  readonly message: Message;
}

interface MessageAction {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly danger?: true;
  readonly onSelect: () => void;
}

/** The row under a message: it keeps its place and darkens when someone looks there. */
export function MessageActions({ sessionId, message }: MessageActionsProps) {
  const t = useTranslations("message");
  const time = useMessageTime(message.date);
  const { actions } = useMessageActions(sessionId, message);
  const tokens = message.usage?.outputTokens;
  if (message.streaming) return <div className={styles.acts} />;
  return (
    <Toolbar label={t("actions")} className={styles.acts}>
      {actions.map(({ id, label, icon, onSelect }) => (
        <IconButton key={id} icon={icon} iconSize="small" label={label} onClick={onSelect} />
      ))}
      <span className={styles.meta}>
        {time}
        {tokens !== undefined && ` · ${t("tokens", { count: tokens })}`}
      </span>
    </Toolbar>
  );
}

/** The same as a menu, for phones, where only the last message has a row. */
export function MessageMenu({ sessionId, message }: MessageActionsProps) {
  const t = useTranslations("message");
  const app = useTranslations("app");
  const { actions } = useMessageActions(sessionId, message);
  if (message.streaming) return null;
  return (
    <span className={styles.more}>
      <Menu
        label={t("actions")}
        closeLabel={app("close")}
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t("actions")} />}
        items={actions.map((action) => ({ ...action, ...(action.danger && { separatorBefore: true }) }))}
      />
    </span>
  );
}

function useMessageActions(sessionId: string, message: Message): { actions: readonly MessageAction[] } {
  const t = useTranslations("message");
  const { isCopied, copy } = useCopy();
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const text = textOf(message);

  function remove() {
    const undo = useChats.getState().remove(sessionId, [message.id]);
    useUi.getState().toast({ kind: "message-deleted" }, undo);
  }

  const actions: MessageAction[] = [];
  if (text !== "") {
    actions.push({
      id: "copy",
      label: t(isCopied ? "copied" : "copy"),
      icon: isCopied ? Check : Copy,
      onSelect: () => void copy(text),
    });
  }
  if (!isAnswering) {
    const retry = () => void useTurns.getState().retry(sessionId, message.id);
    actions.push({ id: "retry", label: t("retry"), icon: RotateCcw, onSelect: retry });
    actions.push({ id: "delete", label: t("delete"), icon: Trash2, danger: true, onSelect: remove });
  }
  return { actions };
}
