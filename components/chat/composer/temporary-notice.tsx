"use client";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import { temporaryChat, temporaryTitles } from "@/components/actions/temporary-chat";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { keepTemporaryChat } from "@/store/turns/keep-temporary-chat";
import styles from "./temporary-notice.module.css";

interface TemporaryNoticeProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

/** The notice of a temporary chat, with a button that stores the chat. */
export function TemporaryNotice({ sessionId, box }: TemporaryNoticeProps) {
  const t = useTranslations();

  function keep() {
    void keepTemporaryChat(sessionId, temporaryTitles(t));
    box.current?.focus();
  }

  return (
    <aside className={styles.notice} aria-label={t("temporary.title")}>
      <Icon glyph={temporaryChat.icon} />
      <p>{t("temporary.notice")}</p>
      <Button size="small" onClick={keep}>
        {t("temporary.keep")}
      </Button>
    </aside>
  );
}
