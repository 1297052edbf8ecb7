"use client";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useContext, useId } from "react";
import { classNames } from "./class-names";
import styles from "./field.module.css";
import { Icon } from "./icon";
import { LabellingContext } from "./labelling";

/** The texts around a field. */
export interface FieldTexts {
  /** The label above the field; without it the settings row labels the field. */
  readonly label?: string | undefined;
  readonly help?: ReactNode;
  /** The validation error, and how to fix it. */
  readonly error?: string | undefined;
}

export interface FieldFrameProps extends FieldTexts {
  /** Marks the label; the control itself announces that it is required. */
  readonly required?: boolean | undefined;
  readonly className?: string | undefined;
  /** One control of components/ui, which takes its name and description from the frame. */
  readonly children: ReactNode;
}

/** A label above a control, help and error below it, connected by ARIA attributes. */
export function FieldFrame({ label, help, error, required = false, className, children }: FieldFrameProps) {
  const id = useId();
  const around = useContext(LabellingContext);
  const ids = { label: `${id}-label`, error: `${id}-error`, help: `${id}-help` };
  const describedBy = [error && ids.error, help && ids.help, around.describedBy].filter(Boolean).join(" ");
  const labelling = {
    controlId: `${id}-control`,
    labelledBy: label ? ids.label : around.labelledBy,
    describedBy: describedBy || undefined,
    isInvalid: Boolean(error) || around.isInvalid,
  };
  return (
    <span className={classNames(styles.frame, className)}>
      {label && (
        <label
          id={ids.label}
          htmlFor={labelling.controlId}
          className={styles.label}
          data-required={required || undefined}
        >
          {label}
        </label>
      )}
      <LabellingContext value={labelling}>{children}</LabellingContext>
      {error && (
        <span id={ids.error} className={classNames(styles.help, styles.error)}>
          <Icon glyph={CircleAlert} size="small" />
          <span>{error}</span>
        </span>
      )}
      {help && (
        <span id={ids.help} className={styles.help}>
          {help}
        </span>
      )}
    </span>
  );
}
