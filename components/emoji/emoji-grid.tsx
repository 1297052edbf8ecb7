"use client";
import { type KeyboardEvent, memo, useState } from "react";
import { EmojiAvatar } from "@/components/ui/avatar";
import { isRightToLeft } from "@/components/ui/direction";
import type { Emoji } from "@/lib/chat/emoji-table";
import styles from "./emoji-picker.module.css";

interface EmojiGridProps {
  readonly label: string;
  readonly members: readonly Emoji[];
  readonly chosen: string;
  readonly onChoose: (code: string) => void;
}

/** A grid of emoji under a heading, with one Tab stop and arrow keys. */
export const EmojiGrid = memo(function EmojiGrid({ label, members, chosen, onChoose }: EmojiGridProps) {
  const [current, setCurrent] = useState(0);

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const here = buttons.indexOf(event.target as HTMLButtonElement);
    const next = placeAfterKey(event.key, here, buttons, isRightToLeft(event.currentTarget));
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    buttons[next]?.focus();
  }

  return (
    <section>
      <h3>{label}</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid */}
      <div role="group" aria-label={label} className={styles.grid} onKeyDown={walk}>
        {members.map(({ code, name }, place) => (
          <button
            key={code}
            type="button"
            className={styles.emoji}
            aria-label={name}
            title={name}
            aria-pressed={code === chosen}
            tabIndex={place === Math.min(current, members.length - 1) ? 0 : -1}
            onClick={() => onChoose(code)}
          >
            <EmojiAvatar code={code} />
          </button>
        ))}
      </div>
    </section>
  );
});

/** Returns the index that a key leads to: along the rows, or to the same column of the next row. */
function placeAfterKey(key: string, here: number, buttons: readonly HTMLElement[], isRtl: boolean): number | undefined {
  const last = buttons.length - 1;
  const firstRow = buttons[0]?.offsetTop;
  const columns = Math.max(
    1,
    buttons.findIndex(({ offsetTop }) => offsetTop !== firstRow),
  );
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: isRtl ? -1 : 1,
    ArrowLeft: isRtl ? 1 : -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -last,
    End: last,
  };
  const step = steps[key];
  if (step === undefined || here === -1) return undefined;
  const next = here + step;
  if (Math.abs(step) === columns && columns > 1) return next < 0 || next > last ? here : next;
  return Math.max(0, Math.min(last, next));
}
