"use client";
import { type ComponentProps, type CSSProperties, useRef } from "react";
import { classNames } from "./class-names";
import styles from "./field.module.css";
import { FieldFrame, type FieldTexts } from "./field-frame";
import { useLabelling } from "./labelling";
import { useGrowingHeight } from "./use-growing-height";

export interface TextAreaProps
  extends FieldTexts,
    Omit<ComponentProps<"textarea">, "value" | "onChange" | "className" | "ref"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Number of lines when empty; 3 by default. It grows to 40 % of the window, then scrolls. */
  readonly rows?: number | undefined;
  /** For code, which is left to right in every language. */
  readonly ltr?: boolean | undefined;
}

/** A multi-line text field that grows with its text. */
export function TextArea({ label, help, error, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} help={help} error={error} required={area.required}>
      <GrowingArea {...area} />
    </FieldFrame>
  );
}

function GrowingArea({ value, onChange, rows = 3, ltr = false, ...rest }: Omit<TextAreaProps, keyof FieldTexts>) {
  const area = useRef<HTMLTextAreaElement>(null);
  const height: CSSProperties & Record<"--rows", number> = { "--rows": rows };

  useGrowingHeight(area, value);

  return (
    <textarea
      {...useLabelling()}
      {...(ltr && { dir: "ltr", spellCheck: false })}
      {...rest}
      ref={area}
      rows={rows}
      value={value}
      style={height}
      className={classNames(styles.field, styles.area, ltr && styles.ltr)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
