"use client";
import { useEffect, useReducer, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { ChatDialogProps } from "@/components/chat/chat-dialog-props";
import { useLastRows } from "@/components/chat/thread/use-last-rows";
import { useIsAnswering } from "@/components/chat/use-is-answering";
import { EditorDialog } from "@/components/shell/editor-dialog";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { editThread } from "@/lib/chat/edit-thread";
import type { Message } from "@/lib/chat/message";
import { changePrompts, type PromptChange } from "@/lib/chat/prompt-list";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { useChats } from "@/store/chats/chats";
import styles from "./edit-messages-dialog.module.css";
import { PromptEditor } from "./prompt-editor";

/** Edits the title and all messages of a chat, on a copy that is saved as a whole or discarded. */
export function EditMessagesDialog(props: ChatDialogProps) {
  const session = useChats((chats) => chats.sessions.find(({ id }) => id === props.sessionId));
  return session && <Editor {...props} session={session} />;
}

function Editor({ sessionId, open, onClose, session }: ChatDialogProps & { readonly session: ChatSession }) {
  const t = useTranslations();
  const [base] = useState(() => messagesOf(sessionId));
  const [messages, change] = useReducer(changePrompts, base);
  const [topic, setTopic] = useState(session.topic);
  const isAnswering = useIsAnswering(sessionId);
  const [shownTopic] = useState(session.topic);
  const isDirty = messages !== base || topic !== shownTopic;

  function save() {
    const { rewrite, patchSession } = useChats.getState();
    if (topic.trim() !== shownTopic) patchSession(sessionId, { topic: topic.trim() });
    if (messages !== base) {
      rewrite(sessionId, (present, branches) => editThread(present, branches, { base, edited: messages }));
    }
    onClose();
  }

  return (
    <EditorDialog
      open={open}
      onClose={onClose}
      isDirty={isDirty}
      title={t("editMessages.title")}
      size="large"
      bare
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("app.cancel")}
          </Button>
          <Button
            variant="solid"
            disabledReason={isAnswering ? t("editMessages.isAnswering") : undefined}
            onClick={save}
          >
            {t("editMessages.save")}
          </Button>
        </>
      }
    >
      <div className={styles.topic}>
        <TextField
          label={t("chat.title")}
          value={topic}
          placeholder={titleOf({ ...session, topic: "" }, t("chat.untitled"))}
          maxLength={200}
          dir="auto"
          onChange={setTopic}
        />
      </div>
      <MessageList messages={messages} onChange={change} />
    </EditorDialog>
  );
}

interface MessageListProps {
  readonly messages: readonly Message[];
  readonly onChange: (change: PromptChange) => void;
}

/** The last messages, as in the thread, and more when the user scrolls up. */
function MessageList({ messages, onChange }: MessageListProps) {
  const t = useTranslations("editMessages");
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useLastRows(scroller, messages.length);

  useEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, []);

  return (
    <div ref={scroller} className={styles.messages}>
      <PromptEditor
        messages={messages}
        onChange={onChange}
        label={t("messages")}
        addLabel={t("add")}
        hidden={messages.length - shown}
      />
    </div>
  );
}

function messagesOf(sessionId: string): readonly Message[] {
  const { threads, messages } = useChats.getState();
  return (threads[sessionId]?.ids ?? []).flatMap((id) => messages[id] ?? []);
}
