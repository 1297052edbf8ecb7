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
  const selection = useExportedMessages(session, messageIds);
  const { messages, chosen, chosenMessages, isShortened } = selection;
  const [step, setStep] = useState<ExportStep>(messageIds ? "preview" : "select");
  const [format, setFormat] = useState<ExportFormat>("image");
  const [choices, setChoices] = useState(atFirst);
  const chat = useExportedChat(session, chosenMessages, choices);
  const paper = useRef<HTMLElement>(null);
  const isNone = chosenMessages.length === 0;
  const footers =
    step === "select"
      ? {
          footerStart: <SelectionCount chosen={chosenMessages.length} count={messages.length} />,
          footerEnd: <SelectionActions isNone={isNone} onPreview={() => setStep("preview")} onClose={onClose} />,
        }
      : {
          footerStart: <BackButton onClick={() => setStep("select")} />,
          footerEnd: <ExportActions chat={chat} format={format} paper={paper} hasAvatars={choices.avatars} />,
        };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("export.title")}
      closeLabel={t("app.close")}
      size="large"
      {...footers}
    >
      <ExportSteps step={step} canPreview={!isNone} onStep={setStep} />
      {step === "select" ? (
        <>
          {isShortened && <ClearedNote onInclude={selection.includeCleared} />}
          <MessagePicker messages={messages} chosen={chosen} onChoose={selection.choose} />
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

/** The messages to choose from, and the chosen ones. Those that the user has cleared are left out at first. */
function useExportedMessages(session: ChatSession, messageIds: readonly string[] | undefined) {
  const all = useMessages(session.id);
  const afterCleared = useMemo(() => exportableOf(all, session), [all, session]);
  const [hasCleared, setHasCleared] = useState(() => messageIds?.some((id) => !isIn(afterCleared, id)) ?? false);
  const whole = useMemo(() => exportableOf(all, {}), [all]);
  const messages = hasCleared ? whole : afterCleared;
  const [chosen, choose] = useState<ReadonlySet<string>>(() => new Set(messageIds ?? messages.map(({ id }) => id)));
  const chosenMessages = useMemo(() => messages.filter(({ id }) => chosen.has(id)), [messages, chosen]);

  function includeCleared() {
    setHasCleared(true);
    const cleared = whole.filter(({ id }) => !isIn(messages, id));
    choose(new Set([...cleared.map(({ id }) => id), ...chosen]));
  }

  return { messages, chosen, chosenMessages, isShortened: messages.length < whole.length, choose, includeCleared };
}

function SelectionCount({ chosen, count }: { readonly chosen: number; readonly count: number }) {
  const t = useTranslations("export");
  return <output className={styles.count}>{t("chosen", { chosen, count })}</output>;
}

interface SelectionActionsProps {
  readonly isNone: boolean;
  readonly onPreview: () => void;
  readonly onClose: () => void;
}

function SelectionActions({ isNone, onPreview, onClose }: SelectionActionsProps) {
  const t = useTranslations();
  return (
    <>
      <Button variant="quiet" onClick={onClose}>
        {t("app.cancel")}
      </Button>
      <Button variant="solid" disabledReason={isNone ? t("thread.selectFirst") : undefined} onClick={onPreview}>
        {t("export.preview")}
      </Button>
    </>
  );
}

function BackButton({ onClick }: { readonly onClick: () => void }) {
  const t = useTranslations("export");
  return (
    <Button variant="quiet" icon={ChevronLeft} flip onClick={onClick}>
      {t("back")}
    </Button>
  );
}

/** A note that cleared messages are left out, and a button that includes them. */
function ClearedNote({ onInclude }: { readonly onInclude: () => void }) {
  const t = useTranslations("export");
  return (
    <p className={styles.cleared}>
      {t("cleared")}
      <Button variant="quiet" size="small" onClick={onInclude}>
        {t("includeCleared")}
      </Button>
    </p>
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
