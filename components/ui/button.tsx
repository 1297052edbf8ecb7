"use client";
import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { tipProps } from "./tip-props";

/**
 * Variants: solid confirms, once per view; accent is only for sending; danger opens a question, danger-solid confirms
 * it.
 */
export type ButtonVariant = "solid" | "accent" | "line" | "soft" | "quiet" | "danger" | "danger-solid";

/** The look of a button or of a link that looks like one. */
export interface ButtonLook {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: "regular" | "small" | undefined;
  readonly icon?: LucideIcon | undefined;
  /** Mirrors a directional icon in right-to-left pages. */
  readonly flip?: boolean | undefined;
  readonly children: ReactNode;
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<"button">, "children"> {
  /** Work is in progress: the icon spins and clicks are ignored. */
  readonly busy?: boolean | undefined;
  /** The reason the button is disabled, for its tooltip and for screen readers. */
  readonly disabledReason?: string | undefined;
}

/** A button with a label, in one of seven variants. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, flip, busy = false, disabledReason, className, children, onClick, ...rest } = props;
  const isOff = disabledReason !== undefined;

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy || isOff) return event.preventDefault();
    onClick?.(event);
  }

  return (
    <button
      type="button"
      {...(isOff && { ...tipProps(disabledReason), "aria-description": disabledReason })}
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || isOff || rest["aria-disabled"] || undefined}
      className={classNames(buttonLook(variant, size), isOff && styles.off, className)}
      onClick={press}
    >
      {icon && !busy && <Icon glyph={icon} size="small" flip={flip} className={styles.icon} />}
      {icon && busy && <Icon glyph={LoaderCircle} size="small" className={classNames(styles.icon, styles.spin)} />}
      {!icon && busy && <Icon glyph={LoaderCircle} size="chevron" className={styles.spinBeside} />}
      <span>{children}</span>
    </button>
  );
}

/** Returns the classes of a button. */
export function buttonLook(variant: ButtonVariant = "line", size: "regular" | "small" = "regular"): string {
  return classNames(styles.button, styles[variant], size === "small" && styles.small);
}
