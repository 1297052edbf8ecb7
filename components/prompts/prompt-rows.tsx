"use client";
import { Check, Copy, Eye, Pencil, Trash2 } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, memo, type UIEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { indexAfterKey } from "@/components/ui/walk-keys";
import { useCopy } from "@/components/use-copy";
import type { Prompt } from "@/lib/chat/prompts";
import styles from "./prompt-rows.module.css";

/** Number of rows rendered at first, and added each time the end of the list is near. */
const rowsAtOnce = 60;

/** Distance from the end at which more rows are rendered, in pixels. */
const nearEnd = 1500;

interface PromptRowsProps {
  readonly label: string;
  readonly prompts: readonly Prompt[];
  readonly ownIds: ReadonlySet<string>;
  readonly emptyText: string;
  readonly onOpen: (prompt: Prompt) => void;
  readonly onDelete: (prompt: Prompt) => void;
}

/** The prompts as rows, rendered as far as the user scrolls; arrows move between rows. */
export function PromptRows({ label, prompts, ownIds, emptyText, onOpen, onDelete }: PromptRowsProps) {
  const [limit, setLimit] = useState(rowsAtOnce);
  const drawMore = () => setLimit((before) => Math.min(before, prompts.length) + rowsAtOnce);

  function scroll({ currentTarget: view }: UIEvent<HTMLElement>) {
    const rest = view.scrollHeight - view.scrollTop - view.clientHeight;
    if (rest < nearEnd && limit < prompts.length) drawMore();
  }

  function focus({ target, currentTarget }: FocusEvent<HTMLElement>) {
    const isNearLast = rowsIn(currentTarget)
      .slice(-5)
      .some((row) => row.contains(target));
    if (isNearLast && limit < prompts.length) drawMore();
  }

  if (prompts.length === 0) {
    return (
      <p role="status" className={styles.empty}>
        {emptyText}
      </p>
    );
  }
  return (
    <ul aria-label={label} className={styles.list} onScroll={scroll} onFocus={focus} onKeyDown={walk}>
      {prompts.slice(0, limit).map((prompt) => (
        <Row key={prompt.id} prompt={prompt} isOwn={ownIds.has(prompt.id)} onOpen={onOpen} onDelete={onDelete} />
      ))}
    </ul>
  );
}

interface RowProps extends Pick<PromptRowsProps, "onOpen" | "onDelete"> {
  readonly prompt: Prompt;
  readonly isOwn: boolean;
}

/** Maximum length of a prompt in its two lines, in characters. */
const shownChars = 300;

const Row = memo(function Row({ prompt, isOwn, onOpen, onDelete }: RowProps) {
  const t = useTranslations("promptList");
  const { isCopied, copy } = useCopy();
  const { title, content } = prompt;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.title} dir="auto">
          {title || t("untitled")}
        </span>
        <span className={styles.content} dir="auto">
          {content.slice(0, shownChars)}
        </span>
      </div>
      {isOwn ? (
        <>
          <IconButton icon={Pencil} label={t("editNamed", { title })} onClick={() => onOpen(prompt)} />
          <IconButton icon={Trash2} label={t("deleteNamed", { title })} onClick={() => onDelete(prompt)} />
        </>
      ) : (
        <IconButton icon={Eye} label={t("viewNamed", { title })} onClick={() => onOpen(prompt)} />
      )}
      <IconButton
        icon={isCopied ? Check : Copy}
        label={t(isCopied ? "copiedNamed" : "copyNamed", { title })}
        onClick={() => void copy(content)}
      />
    </li>
  );
});

function rowsIn(list: Element): Element[] {
  return [...list.children];
}

/** Moves the focus to the row above or below, to the button at the same position from the end. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const rows = rowsIn(event.currentTarget);
  const index = rows.findIndex((row) => row.contains(event.target as Node));
  const next = indexAfterKey(event.key, index, rows.length, { axis: "vertical", isRightToLeft: false });
  const here = rows[index]?.querySelectorAll("button");
  const there = next === undefined ? undefined : rows[next]?.querySelectorAll("button");
  if (!here || !there) return;
  event.preventDefault();
  const fromEnd = here.length - [...here].indexOf(event.target as HTMLButtonElement);
  there[Math.max(0, there.length - fromEnd)]?.focus();
}
