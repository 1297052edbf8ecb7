"use client";
import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent } from "react";
import { ScreenLink } from "@/components/ui/screen-link";
import { classNames } from "./class-names";
import { Icon, type IconSize } from "./icon";
import styles from "./icon-button.module.css";
import { tipProps } from "./tip-props";

interface IconButtonLook {
  readonly icon: LucideIcon;
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  /** The keyboard shortcut, as `Mod Shift O`. */
  readonly keys?: string | undefined;
  readonly iconSize?: IconSize | undefined;
  /** Mirrors a directional icon in right-to-left pages. */
  readonly flip?: boolean | undefined;
}

export interface IconButtonProps extends IconButtonLook, Omit<ComponentProps<"button">, "children" | "aria-label"> {
  /** Makes it a toggle button. */
  readonly pressed?: boolean | undefined;
  /** Work is in progress: the icon spins and clicks are ignored. */
  readonly busy?: boolean | undefined;
  /** The reason the button is disabled; replaces the name in the tooltip. */
  readonly disabledReason?: string | undefined;
}

/** A square button with one icon, and a tooltip with its name. */
export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    keys,
    iconSize,
    flip,
    pressed,
    busy = false,
    disabledReason,
    className,
    onClick,
    ...rest
  } = props;
  const isOff = disabledReason !== undefined;

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy || isOff) return event.preventDefault();
    onClick?.(event);
  }

  return (
    <button
      type="button"
      {...(isOff ? tipProps(disabledReason) : tipProps(label, keys))}
      {...rest}
      aria-label={label}
      aria-description={disabledReason ?? rest["aria-description"]}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      aria-disabled={busy || isOff || undefined}
      className={classNames(styles.button, isOff && styles.off, className)}
      onClick={press}
    >
      {busy ? (
        <Icon glyph={LoaderCircle} size={iconSize} className={styles.spin} />
      ) : (
        <Icon glyph={icon} size={iconSize} flip={flip} />
      )}
    </button>
  );
}

export interface IconLinkProps extends IconButtonLook, Omit<ComponentProps<"a">, "children" | "aria-label" | "href"> {
  readonly href: string;
  /** Opens outside the product, in a new tab. */
  readonly external?: boolean | undefined;
}

/** A link that looks like an icon button. */
export function IconLink(props: IconLinkProps) {
  const { icon, label, keys, iconSize, flip, className, href, external = false, ...rest } = props;
  const shared = {
    ...tipProps(label, keys),
    ...rest,
    "aria-label": label,
    className: classNames(styles.button, className),
    children: <Icon glyph={icon} size={iconSize} flip={flip} />,
  };
  return external ? (
    <a href={href} target="_blank" rel="noreferrer" {...shared} />
  ) : (
    <ScreenLink href={href} {...shared} />
  );
}
