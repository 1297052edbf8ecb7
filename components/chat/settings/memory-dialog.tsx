"use client";
import { Check, Copy, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useLocale as useIntlLocale, useTranslations } from "use-intl";
import type { ChatDialogProps } from "@/components/chat/chat-dialog-props";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useCopy } from "@/components/use-copy";
import { countWords } from "@/lib/chat/count-words";
import { useChats } from "@/store/chats/chats";
import styles from "./memory-dialog.module.css";
import { ResetMemoryDialog } from "./reset-memory-dialog";

/** The summary that replaces earlier messages: it can be read, copied or deleted. */
export function MemoryDialog({ sessionId, open, onClose }: ChatDialogProps) {
  const t = useTranslations();
  const locale = useIntlLocale();
  const session = useChats((chats) => chats.sessions.find(({ id }) => id === sessionId));
  const { isCopied, copy } = useCopy();
  const [isResetting, setResetting] = useState(false);
  if (!session) return null;
  const { memoryPrompt, lastSummarizeIndex, messageCount } = session;
  const isEmpty = memoryPrompt === "";

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("memory.title")}
      closeLabel={t("app.close")}
      footerStart={
        // The button stays after the click, so that the focus can return to it.
        <Button
          variant="danger"
          icon={RotateCcw}
          disabledReason={isEmpty ? t("memory.nothing") : undefined}
          onClick={() => setResetting(true)}
        >
          {t("memory.reset")}
        </Button>
      }
      footerEnd={
        <>
          {!isEmpty && (
            <Button icon={isCopied ? Check : Copy} onClick={() => void copy(memoryPrompt)}>
              {t(isCopied ? "message.copied" : "message.copy")}
            </Button>
          )}
          <Button variant="solid" onClick={onClose}>
            {t("chatSettings.done")}
          </Button>
        </>
      }
    >
      <p className={styles.intro}>{t("memory.intro")}</p>
      <p className={isEmpty ? styles.nothing : styles.text} dir={isEmpty ? undefined : "auto"}>
        {isEmpty ? t("memory.nothing") : memoryPrompt}
      </p>
      {!isEmpty && (
        <p className={styles.meta}>
          {t("memory.words", { count: countWords(memoryPrompt, locale) })}
          {" · "}
          {t("memory.covers", { covered: Math.min(lastSummarizeIndex, messageCount), count: messageCount })}
        </p>
      )}
      <ResetMemoryDialog sessionId={sessionId} open={isResetting} onClose={() => setResetting(false)} />
    </Dialog>
  );
}
