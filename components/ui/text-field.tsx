"use client";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import styles from "./field.module.css";
import { FieldFrame, type FieldTexts } from "./field-frame";
import { useLabelling } from "./labelling";

export interface TextFieldProps
  extends FieldTexts,
    Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "className" | "size"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: "text" | "url" | "email" | "date" | "datetime-local" | undefined;
  /** For an address, a key or code, which are left to right in every language. */
  readonly ltr?: boolean | undefined;
}

/** A single-line text field with label, help and error. */
export function TextField({ label, help, error, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error} required={input.required}>
      <TextInput {...input} />
    </FieldFrame>
  );
}

function TextInput({ onChange, type = "text", ltr = false, ...rest }: Omit<TextFieldProps, keyof FieldTexts>) {
  return (
    <input
      {...useLabelling()}
      {...(ltr && { dir: "ltr", spellCheck: false, autoCapitalize: "none" })}
      {...rest}
      type={type}
      className={classNames(styles.field, ltr && styles.ltr)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
