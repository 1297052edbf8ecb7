"use client";
import { Trash2, TriangleAlert } from "lucide-react";
import type { CSSProperties } from "react";
import { useTranslations } from "use-intl";
import { Icon } from "@/components/ui/icon";
import { tipProps } from "@/components/ui/tip-props";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { screenAddress } from "@/lib/platform/build-info";
import styles from "./chat-list.module.css";
import { chatHref } from "./use-chat-actions";

/** Props of every row in the list. */
export interface DamagedRowProps {
  readonly session: ChatSession;
  /** Index in the list, from 0, and the number of captions above it. */
  readonly place: number;
  readonly captions: number;
  readonly count: number;
  readonly isCurrent: boolean;
  /** Whether this row is the list's only Tab stop. */
  readonly isTabStop: boolean;
}

/** A row of a chat that cannot be shown: it opens a screen to export or delete it. */
export function DamagedRow({ session, place, captions, count, isCurrent, isTabStop }: DamagedRowProps) {
  const t = useTranslations();
  const title = titleOf(session, t("chat.untitled"));
  return (
    <li
      className={styles.row}
      style={{ "--place": place, "--above": captions } as CSSProperties}
      aria-setsize={count}
      aria-posinset={place + 1}
      data-id={session.id}
      data-place={place}
      data-current={isCurrent || undefined}
    >
      <a
        className={styles.chat}
        href={screenAddress(chatHref(session.id))}
        draggable={false}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? "page" : undefined}
        {...tipProps(`${title} · ${t("damaged.label")}`)}
      >
        <span className={styles.title} dir="auto">
          {title}
        </span>
        <span className={styles.meta}>
          <Icon glyph={TriangleAlert} size="chevron" />
          {t("damaged.label")}
        </span>
      </a>
      <button
        type="button"
        className={styles.delete}
        tabIndex={-1}
        data-delete
        aria-label={t("sidebar.deleteNamed", { title })}
        {...tipProps(t("sidebar.deleteChat"), "Delete")}
      >
        <Icon glyph={Trash2} size="small" />
      </button>
    </li>
  );
}
