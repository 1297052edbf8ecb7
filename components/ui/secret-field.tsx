"use client";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classNames } from "./class-names";
import styles from "./field.module.css";
import { FieldFrame, type FieldTexts } from "./field-frame";
import { IconButton } from "./icon-button";
import { useLabelling } from "./labelling";

export interface SecretFieldProps
  extends FieldTexts,
    Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "className" | "size"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Labels of the button that shows the secret, and hides it again. */
  readonly showLabel: string;
  readonly hideLabel: string;
}

/** A field for a key or an access code, masked until its button shows it. */
export function SecretField({ label, help, error, ...input }: SecretFieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error}>
      <SecretInput {...input} />
    </FieldFrame>
  );
}

function SecretInput({ onChange, showLabel, hideLabel, ...rest }: Omit<SecretFieldProps, keyof FieldTexts>) {
  const [isShown, setShown] = useState(false);
  return (
    <span className={styles.box}>
      <input
        {...useLabelling()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        dir="ltr"
        type={isShown ? "text" : "password"}
        className={classNames(styles.bare, styles.ltr)}
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton
        icon={isShown ? EyeOff : Eye}
        label={isShown ? hideLabel : showLabel}
        onClick={() => setShown(!isShown)}
      />
    </span>
  );
}
