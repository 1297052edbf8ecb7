"use client";
import { GripVertical, Plus, X } from "lucide-react";
import { memo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { useGrowingHeight } from "@/components/ui/use-growing-height";
import { imagesOf, type Message, type Role, textOf } from "@/lib/chat/message";
import type { PromptChange } from "@/lib/chat/prompt-list";
import styles from "./prompt-editor.module.css";

const roles: readonly Role[] = ["system", "user", "assistant"];

interface PromptRowProps {
  readonly message: Message;
  /** Position in the list, from 1. */
  readonly number: number;
  readonly isDragged: boolean;
  readonly onChange: (change: PromptChange) => void;
  readonly onInsert: (below: string) => void;
  readonly onRemove: (id: string) => void;
}

/** One message of the list: a drag handle, the role, the text. */
export const PromptRow = memo(function PromptRow(props: PromptRowProps) {
  const { message, number, isDragged, onChange, onInsert, onRemove } = props;
  const { id, role } = message;
  const t = useTranslations("promptEditor");
  const images = imagesOf(message).length;
  return (
    <li className={styles.row} data-id={id} data-dragged={isDragged || undefined}>
      <IconButton
        icon={GripVertical}
        label={t("move", { number })}
        aria-description={t("moveHint")}
        className={styles.handle}
        data-handle=""
      />
      <div className={styles.box}>
        <Select
          bare
          className={styles.role}
          label={t("role", { number })}
          value={role}
          options={roles.map((value) => ({ value, label: t(value) }))}
          onChange={(next) => onChange({ type: "role", id, role: next })}
        />
        <PromptText
          label={t("text", { number })}
          text={textOf(message)}
          onChange={(text) => onChange({ type: "text", id, text })}
        />
        {images > 0 && <p className={styles.images}>{t("images", { count: images })}</p>}
      </div>
      <div className={styles.acts}>
        <IconButton icon={X} label={t("remove", { number })} onClick={() => onRemove(id)} />
        <IconButton icon={Plus} label={t("insert", { number })} onClick={() => onInsert(id)} />
      </div>
    </li>
  );
});

const unmeasured = { current: null };

interface PromptTextProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/**
 * Two lines of the text, and more once it was focused. It does not shrink again, because the next click target would
 * move.
 */
function PromptText({ label, text, onChange }: PromptTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isGrown, setGrown] = useState(false);
  useGrowingHeight(isGrown ? area : unmeasured, text);
  return (
    <textarea
      ref={area}
      aria-label={label}
      className={styles.text}
      data-grown={isGrown || undefined}
      dir="auto"
      rows={2}
      value={text}
      onFocus={() => setGrown(true)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
