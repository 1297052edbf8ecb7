"use client";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { classNames } from "./class-names";
import styles from "./field.module.css";
import { FieldFrame, type FieldTexts } from "./field-frame";
import { useLabelling } from "./labelling";
import { LiveRegion } from "./live-region";
import { nearestAllowed, numberAfterKey, readNumber } from "./number-range";

export interface NumberFieldProps
  extends FieldTexts,
    Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "className" | "size" | "min" | "max" | "step"> {
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly max: number;
  /** Step of an arrow key; 1 by default. Page Up and Page Down move ten steps. */
  readonly step?: number | undefined;
  /** Returns the announcement that the number was changed to the nearest allowed one. */
  readonly clampedText: (value: number) => string;
}

/** A number field. On blur, a number out of range becomes the nearest allowed one, and that is announced. */
export function NumberField({ label, help, error, ...input }: NumberFieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error}>
      <NumberInput {...input} />
    </FieldFrame>
  );
}

function NumberInput(props: Omit<NumberFieldProps, keyof FieldTexts>) {
  const { value, onChange, min, max, step = 1, clampedText, onBlur, onKeyDown, ...rest } = props;
  const range = { min, max, step };
  const [draft, setDraft] = useState<string>();
  const [news, setNews] = useState("");

  function choose(next: number) {
    if (next !== value) onChange(next);
  }

  function type(text: string) {
    setDraft(text);
    // The announcement was about the previous number.
    setNews("");
    const typed = readNumber(text);
    if (typed !== undefined && typed === nearestAllowed(typed, range)) choose(typed);
  }

  function settle() {
    const typed = readNumber(draft ?? "");
    setDraft(undefined);
    if (typed === undefined) return;
    const kept = nearestAllowed(typed, range);
    choose(kept);
    setNews(kept === typed ? "" : clampedText(kept));
  }

  function stepByKey(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    const next = numberAfterKey(event.key, readNumber(draft ?? "") ?? value, range);
    if (next === undefined || event.defaultPrevented || rest.readOnly || rest.disabled) return;
    event.preventDefault();
    setDraft(undefined);
    choose(next);
  }

  return (
    <>
      {/* Not type=number, which changes on scroll and hides text that it cannot parse. */}
      <input
        {...useLabelling()}
        autoComplete="off"
        {...rest}
        dir="ltr"
        type="text"
        inputMode={min < 0 ? "text" : "decimal"}
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        value={draft ?? value}
        className={classNames(styles.field, styles.number)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={stepByKey}
        onBlur={(event) => {
          settle();
          onBlur?.(event);
        }}
      />
      <LiveRegion text={news} />
    </>
  );
}
