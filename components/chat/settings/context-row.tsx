"use client";
import { Pin, PinOff } from "lucide-react";
import { memo } from "react";
import { useTranslations } from "use-intl";
import { Clamped } from "@/components/ui/clamped";
import { Disclosure } from "@/components/ui/disclosure";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { textOf } from "@/lib/chat/message";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import styles from "./context-row.module.css";

/** The prompts sent before every question, collapsed; empty if there are none, or they are hidden. */
export const ContextRow = memo(function ContextRow({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("thread");
  const mask = useChats((chats) => sessionOf(chats, sessionId)?.mask);
  if (!mask || mask.hideContext || mask.context.length === 0) return null;
  return (
    <div className={styles.row}>
      <Disclosure
        summary={
          <span className={styles.summary}>
            <Icon glyph={Pin} size="small" />
            <b>{t("context")}</b>
            <Clamped
              text={
                mask.name
                  ? t("promptsFrom", { count: mask.context.length, name: mask.name })
                  : t("prompts", { count: mask.context.length })
              }
            />
          </span>
        }
      >
        <dl className={styles.prompts}>
          {mask.context.map((prompt) => (
            <div key={prompt.id}>
              <dt>
                {t(`role_${prompt.role}`)}
                <IconButton
                  icon={PinOff}
                  iconSize="small"
                  label={t("unpin")}
                  onClick={() => useChats.getState().unpin(sessionId, prompt.id)}
                />
              </dt>
              <dd dir="auto">{textOf(prompt)}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  );
});
