"use client";
import { ChevronLeft } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { ChatDialogProps } from "@/components/chat/chat-dialog-props";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { Message } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import { exportableOf } from "@/lib/export/exportable";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { ExportActions } from "./export-actions";
import styles from "./export-dialog.module.css";
import type { ExportFormat } from "./export-format";
import { ExportPreview } from "./export-preview";
import { type ExportStep, ExportSteps } from "./export-steps";
import { MessagePicker } from "./message-picker";
import { contextOf, type ExportChoices, useExportedChat } from "./use-exported-chat";

interface ExportDialogProps extends ChatDialogProps {
  /** The messages that were selected in the chat; absent for all. */
  readonly messageIds?: readonly string[] | undefined;
}

/** The export dialog: which messages, in which form, and what to do with the result. */
export function ExportDialog({ sessionId, ...props }: ExportDialogProps) {
  const session = useChats((chats) => sessionOf(chats, sessionId));
  return session ? <Export {...props} session={session} /> : null;
}

const atFirst: ExportChoices = { context: true, reasoning: true, names: true, avatars: true };

function Export({
  session,
  messageIds,
  open,
  onClose,
}: Omit<ExportDialogProps, "sessionId"> & { session: ChatSession }) {
  const t = useTranslations();
  const all = useMessages(session.id);
  const afterCleared = useMemo(() => exportableOf(all, session), [all, session]);
  const [hasCleared, setHasCleared] = useState(() => messageIds?.some((id) => !isIn(afterCleared, id)) ?? false);
  const whole = useMemo(() => exportableOf(all, {}), [all]);
  const messages = hasCleared ? whole : afterCleared;
  const isShortened = messages.length < whole.length;
  const [step, setStep] = useState<ExportStep>(messageIds ? "preview" : "select");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(messageIds ?? messages.map(({ id }) => id)));
  const [format, setFormat] = useState<ExportFormat>("image");
  const [choices, setChoices] = useState(atFirst);
  const chosenMessages = useMemo(() => messages.filter(({ id }) => chosen.has(id)), [messages, chosen]);
  const chat = useExportedChat(session, chosenMessages, choices);
  const paper = useRef<HTMLElement>(null);
  const isNone = chosenMessages.length === 0;

  function includeCleared() {
    setHasCleared(true);
    const cleared = whole.filter(({ id }) => !isIn(messages, id));
    setChosen(new Set([...cleared.map(({ id }) => id), ...chosen]));
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("export.title")}
      closeLabel={t("app.close")}
      size="large"
      footerStart={
        step === "select" ? (
          <output className={styles.count}>
            {t("export.chosen", { chosen: chosenMessages.length, count: messages.length })}
          </output>
        ) : (
          <Button variant="quiet" icon={ChevronLeft} flip onClick={() => setStep("select")}>
            {t("export.back")}
          </Button>
        )
      }
      footerEnd={
        step === "select" ? (
          <>
            <Button variant="quiet" onClick={onClose}>
              {t("app.cancel")}
            </Button>
            <Button
              variant="solid"
              disabledReason={isNone ? t("thread.selectFirst") : undefined}
              onClick={() => setStep("preview")}
            >
              {t("export.preview")}
            </Button>
          </>
        ) : (
          <ExportActions chat={chat} format={format} paper={paper} hasAvatars={choices.avatars} />
        )
      }
    >
      <ExportSteps step={step} canPreview={!isNone} onStep={setStep} />
      {step === "select" ? (
        <>
          {isShortened && (
            <p className={styles.cleared}>
              {t("export.cleared")}
              <Button variant="quiet" size="small" onClick={includeCleared}>
                {t("export.includeCleared")}
              </Button>
            </p>
          )}
          <MessagePicker messages={messages} chosen={chosen} onChoose={setChosen} />
        </>
      ) : (
        <ExportPreview
          chat={chat}
          format={format}
          onFormat={setFormat}
          choices={choices}
          onChoices={setChoices}
          paper={paper}
          isShortened={isShortened}
          hasContext={contextOf(session).length > 0}
        />
      )}
    </Dialog>
  );
}

/** Returns all messages of a chat in their current state. */
function useMessages(sessionId: string): readonly Message[] {
  const ids = useChats((chats) => chats.threads[sessionId]?.ids ?? noIds);
  const messages = useChats((chats) => chats.messages);
  return useMemo(() => ids.flatMap((id) => messages[id] ?? []), [ids, messages]);
}

function isIn(messages: readonly Message[], wanted: string): boolean {
  return messages.some(({ id }) => id === wanted);
}

const noIds: readonly string[] = [];
