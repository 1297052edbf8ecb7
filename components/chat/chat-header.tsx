"use client";
import { ChevronLeft, Ellipsis, Maximize2, Minimize2 } from "lucide-react";
import { memo, useState } from "react";
import { useActionContext } from "@/components/actions/action";
import { chatSettings, exportChat } from "@/components/actions/header-actions";
import { TitleField } from "@/components/chat/settings/title-field";
import { lazyGroup } from "@/components/lazy-group";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { shortcuts } from "@/lib/chat/shortcuts";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import styles from "./chat-header.module.css";
import { ChatSubtitle } from "./chat-subtitle";

const ChatMenuRows = lazyGroup(() => import("./chat-menu-rows")).component("ChatMenuRows");

/** The title of the chat with its number of messages, and its actions. */
export const ChatHeader = memo(function ChatHeader({ sessionId }: { sessionId: string }) {
  const context = useActionContext(sessionId);
  const { t, isPhone } = context;
  const isKnown = useChats((chats) => sessionOf(chats, sessionId) !== undefined);
  const isFullWidth = useUi((ui) => ui.isFullWidth);
  const [isRenaming, setRenaming] = useState(false);
  if (!isKnown) return null;

  return (
    <header className={styles.head}>
      {isPhone && <IconLink className={styles.back} icon={ChevronLeft} flip label={t("chat.backToChats")} href="/" />}
      <div className={styles.titles}>
        <TitleField sessionId={sessionId} isEditing={isRenaming} onEditingChange={setRenaming} />
        <ChatSubtitle sessionId={sessionId} />
      </div>
      {!isPhone && (
        <>
          {[chatSettings, exportChat].map((action) => (
            <IconButton
              key={action.id}
              icon={action.icon}
              label={action.label(context)}
              keys={action.shortcut && shortcuts[action.shortcut].keys}
              aria-haspopup="dialog"
              onClick={() => action.run(context)}
            />
          ))}
          <IconButton
            icon={isFullWidth ? Minimize2 : Maximize2}
            label={t(isFullWidth ? "chat.leaveFullWidth" : "chat.fullWidth")}
            keys={shortcuts.fullWidth.keys}
            pressed={isFullWidth}
            onClick={() => useUi.getState().setFullWidth(!isFullWidth)}
          />
        </>
      )}
      <Menu
        label={t("chat.more")}
        closeLabel={t("app.close")}
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t("chat.more")} />}
        items={(draw) => (
          <ChatMenuRows sessionId={sessionId} onRename={() => setRenaming(true)}>
            {draw}
          </ChatMenuRows>
        )}
      />
    </header>
  );
});
