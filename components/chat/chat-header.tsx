"use client";
import { ChevronLeft, Ellipsis, Maximize2, Minimize2, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { LaterConfirmDialog } from "@/components/ui/later-confirm";
import { Menu } from "@/components/ui/menu";
import { shortcuts } from "@/lib/chat/commands";
import { titleOf } from "@/lib/chat/session";
import { useChats } from "@/store/chats";
import { refreshTitle } from "@/store/turns";
import { useUi } from "@/store/ui";
import styles from "./chat-header.module.css";
import { TitleField } from "./title-field";

/** The chat's title with its number of messages, and what can be done with the chat. */
export function ChatHeader({ sessionId }: { sessionId: string }) {
  const t = useTranslations();
  const session = useChats((chats) => chats.sessions.find(({ id }) => id === sessionId));
  const isFullWidth = useUi((ui) => ui.isFullWidth);
  const isPhone = useIsPhone();
  const { remove } = useChatActions();
  const [isRenaming, setRenaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  if (!session) return null;
  const title = titleOf(session, t("chat.untitled"));

  function removeNow() {
    setDeleting(false);
    remove(sessionId);
  }

  return (
    <header className={styles.head}>
      {isPhone && <IconLink className={styles.back} icon={ChevronLeft} flip label={t("chat.backToChats")} href="/" />}
      <div className={styles.titles}>
        <TitleField
          title={session.topic}
          shown={title}
          isEditing={isRenaming}
          onEdit={() => setRenaming(true)}
          onEnd={(topic) => {
            setRenaming(false);
            if (topic !== undefined) useChats.getState().patchSession(sessionId, { topic });
          }}
        />
        <p className={styles.subtitle}>{t("chat.messages", { count: session.messageCount })}</p>
      </div>
      {!isPhone && (
        <IconButton
          icon={isFullWidth ? Minimize2 : Maximize2}
          label={t(isFullWidth ? "chat.leaveFullWidth" : "chat.fullWidth")}
          keys={shortcuts.fullWidth.keys}
          pressed={isFullWidth}
          onClick={() => useUi.getState().setFullWidth(!isFullWidth)}
        />
      )}
      <Menu
        label={t("chat.more")}
        closeLabel={t("app.close")}
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t("chat.more")} />}
        items={[
          { id: "rename", label: t("chat.rename"), icon: Pencil, onSelect: () => setRenaming(true) },
          {
            id: "refresh-title",
            label: t("chat.refreshTitle"),
            icon: RotateCcw,
            disabled: session.messageCount === 0,
            onSelect: () => {
              useUi.getState().toast({ kind: "request-sent" });
              refreshTitle(sessionId);
            },
          },
          {
            id: "delete",
            label: t("sidebar.deleteChat"),
            icon: Trash2,
            danger: true,
            separatorBefore: true,
            onSelect: () => (isPhone ? setDeleting(true) : removeNow()),
          },
        ]}
      />
      <LaterConfirmDialog
        open={isDeleting}
        title={t("deleteChat.title", { title })}
        body={t("deleteChat.body", { count: session.messageCount })}
        confirmLabel={t("sidebar.deleteChat")}
        cancelLabel={t("app.cancel")}
        closeLabel={t("app.close")}
        danger
        onCancel={() => setDeleting(false)}
        onConfirm={removeNow}
      />
    </header>
  );
}
