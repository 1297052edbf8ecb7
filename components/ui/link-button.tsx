"use client";
import type { ComponentProps } from "react";
import { ScreenLink } from "@/components/ui/screen-link";
import { type ButtonLook, buttonLook } from "./button";
import styles from "./button.module.css";
import { classNames } from "./class-names";
import { Icon } from "./icon";

export interface LinkButtonProps extends ButtonLook, Omit<ComponentProps<"a">, "children" | "href"> {
  readonly href: string;
  /** Opens outside the product, in a new tab. */
  readonly external?: boolean | undefined;
}

/** A link that looks like a button. */
export function LinkButton(props: LinkButtonProps) {
  const { variant, size, icon, flip, className, children, href, external = false, ...rest } = props;
  const look = classNames(buttonLook(variant, size), className);
  const content = (
    <>
      {icon && <Icon glyph={icon} size="small" flip={flip} className={styles.icon} />}
      <span>{children}</span>
    </>
  );
  if (!external) {
    return (
      <ScreenLink href={href} {...rest} className={look}>
        {content}
      </ScreenLink>
    );
  }
  return (
    <a href={href} target="_blank" rel="noreferrer" {...rest} className={look}>
      {content}
    </a>
  );
}
