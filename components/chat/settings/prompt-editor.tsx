"use client";
import { Plus } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { LiveRegion } from "@/components/ui/live-region";
import { useReorder } from "@/components/ui/use-reorder";
import type { Message } from "@/lib/chat/message";
import type { PromptChange } from "@/lib/chat/prompt-list";
import { newPrompt } from "@/store/library/new-prompt";
import styles from "./prompt-editor.module.css";
import { PromptRow } from "./prompt-row";

interface PromptEditorProps {
  readonly messages: readonly Message[];
  /** Called with each change. It must be memoized, or all rows re-render. */
  readonly onChange: (change: PromptChange) => void;
  /** The label of the list. */
  readonly label: string;
  readonly addLabel: string;
  /** Number of first messages that are not rendered; 0 by default. */
  readonly hidden?: number;
}

/** An editable list of messages: the prompts of a mask, or the messages of a whole chat. */
export function PromptEditor({ messages, onChange, label, addLabel, hidden = 0 }: PromptEditorProps) {
  const t = useTranslations("promptEditor");
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const toFocus = useRef<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const { dragged, handlers } = useReorder(list, (id, place) => {
    const index = Math.min(Math.max(place + hidden, hidden), messages.length - 1);
    onChange({ type: "move", id, index });
    setAnnouncement(t("movedTo", { place: index + 1, count: messages.length }));
  });

  // An added message takes the focus; after a removal, a neighbour does.
  useEffect(() => {
    if (toFocus.current === null) return;
    const row = rowsOf(list.current).find(({ dataset }) => dataset.id === toFocus.current);
    (row?.querySelector("textarea") ?? addButton.current)?.focus();
    toFocus.current = null;
  });

  const insert = useCallback(
    (below?: string) => {
      const message = newPrompt();
      toFocus.current = message.id;
      onChange({ type: "insert", message, ...(below !== undefined && { below }) });
    },
    [onChange],
  );

  const remove = useCallback(
    (id: string) => {
      const rows = rowsOf(list.current);
      const index = rows.findIndex(({ dataset }) => dataset.id === id);
      toFocus.current = (rows[index + 1] ?? rows[index - 1])?.dataset.id ?? "";
      onChange({ type: "remove", id });
    },
    [onChange],
  );

  return (
    <>
      {messages.length > 0 && (
        <ul ref={list} className={styles.list} aria-label={label} {...handlers}>
          {messages.slice(hidden).map((message, index) => (
            <PromptRow
              key={message.id}
              message={message}
              number={hidden + index + 1}
              isDragged={dragged === message.id}
              onChange={onChange}
              onInsert={insert}
              onRemove={remove}
            />
          ))}
        </ul>
      )}
      <Button ref={addButton} variant="soft" icon={Plus} onClick={() => insert()}>
        {addLabel}
      </Button>
      <LiveRegion text={announcement} />
    </>
  );
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(":scope > li") ?? [])];
}
