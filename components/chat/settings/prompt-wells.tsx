"use client";
import { useTranslations } from "use-intl";
import { type Message, textOf } from "@/lib/chat/message";
import styles from "./prompt-wells.module.css";

interface PromptWellsProps {
  readonly messages: readonly Pick<Message, "role" | "content">[];
  /** The label of the list. */
  readonly label: string;
}

/** The prompts of a mask, read-only. */
export function PromptWells({ messages, label }: PromptWellsProps) {
  const t = useTranslations("promptEditor");
  if (messages.length === 0) return <p className={styles.none}>{t("none")}</p>;
  return (
    <ol className={styles.wells} aria-label={label}>
      {messages.map((message, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: prompts never move, and those of a link have no ids
        <li key={place} className={styles.well}>
          <span className={styles.role}>{t(message.role)}</span>
          <p className={styles.text} dir="auto">
            {textOf(message)}
          </p>
        </li>
      ))}
    </ol>
  );
}
