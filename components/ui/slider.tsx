"use client";
import { type CSSProperties, type KeyboardEvent, useState } from "react";
import { useLocale } from "use-intl";
import { useLabelling } from "./labelling";
import { clampNumber, nearestAllowed, numberAfterKey, readNumber } from "./number-range";
import styles from "./slider.module.css";

export interface SliderProps {
  /** The accessible name, if no row or field provides one. */
  readonly label?: string | undefined;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** 1 by default; arrow keys move one step, page keys ten. */
  readonly step?: number | undefined;
  /** Suffix of the number, as `px`. */
  readonly unit?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly onChange: (value: number) => void;
}

/** A slider with its value beside it; a double click on the value makes it editable. */
export function Slider({ label, value, min, max, step = 1, unit = "", disabled, onChange }: SliderProps) {
  const labelling = useLabelling(label);
  const range = { min, max, step };
  const shown = value.toLocaleString(useLocale(), { maximumFractionDigits: 20, useGrouping: false });
  const [isTyping, setTyping] = useState(false);
  const share = max > min ? ((clampNumber(value, range) - min) / (max - min)) * 100 : 0;
  const fill: CSSProperties & Record<"--p", string> = { "--p": `${share}%` };

  function page(event: KeyboardEvent<HTMLInputElement>) {
    // Browsers differ in how far page keys move, so only these are handled here.
    if (!event.key.startsWith("Page")) return;
    event.preventDefault();
    onChange(numberAfterKey(event.key, value, range) ?? value);
  }

  function finishTyping(text: string) {
    setTyping(false);
    const typed = readNumber(text);
    if (typed !== undefined && !disabled) onChange(nearestAllowed(typed, range));
  }

  return (
    <span className={styles.slider}>
      <input
        {...labelling}
        type="range"
        {...range}
        value={value}
        disabled={disabled}
        aria-valuetext={shown + unit}
        style={fill}
        onChange={(event) => onChange(Number(event.target.value))}
        onKeyDown={page}
      />
      {isTyping ? (
        <TypedValue labelling={labelling} value={shown} onDone={finishTyping} onCancel={() => setTyping(false)} />
      ) : (
        // The slider announces its value, so a live region would announce it twice.
        <output aria-live="off" htmlFor={labelling.id} onDoubleClick={() => setTyping(!disabled)}>
          {shown}
          {unit}
        </output>
      )}
    </span>
  );
}

interface TypedValueProps {
  readonly labelling: ReturnType<typeof useLabelling>;
  readonly value: string;
  readonly onDone: (text: string) => void;
  readonly onCancel: () => void;
}

function TypedValue({ labelling, value, onDone, onCancel }: TypedValueProps) {
  function finish(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") onDone(event.currentTarget.value);
    else onCancel();
  }

  return (
    <input
      {...labelling}
      id={undefined}
      ref={focusText}
      type="text"
      inputMode="decimal"
      dir="ltr"
      defaultValue={value}
      className={styles.typed}
      onKeyDown={finish}
      onBlur={(event) => onDone(event.target.value)}
    />
  );
}

function focusText(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
