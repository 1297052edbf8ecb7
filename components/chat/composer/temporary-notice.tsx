"use client";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import { temporaryChat } from "@/components/actions/temporary-chat";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { keepTemporaryChat } from "@/store/turns/temporary-chat";
import styles from "./temporary-notice.module.css";

interface TemporaryNoticeProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

/** The notice of a temporary chat, with a button that stores the chat. */
export function TemporaryNotice({ sessionId, box }: TemporaryNoticeProps) {
  const t = useTranslations("temporary");

  function keep() {
    void keepTemporaryChat(sessionId, t("title"));
    box.current?.focus();
  }

  return (
    <aside className={styles.notice} aria-label={t("title")}>
      <Icon glyph={temporaryChat.icon} />
      <p>{t("notice")}</p>
      <Button size="small" onClick={keep}>
        {t("keep")}
      </Button>
    </aside>
  );
}
