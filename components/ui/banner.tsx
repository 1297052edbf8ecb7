"use client";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import styles from "./banner.module.css";
import { IconButton } from "./icon-button";

interface BannerProps {
  /** The kind of banner, for screen readers. */
  readonly label: string;
  readonly dismissLabel: string;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** A line above a screen that does not return once it is dismissed. */
export function Banner({ label, dismissLabel, onDismiss, children }: BannerProps) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;

  function dismiss() {
    setShown(false);
    onDismiss();
  }

  return (
    <aside className={styles.banner} aria-label={label}>
      <p>{children}</p>
      <IconButton icon={X} label={dismissLabel} className={styles.close} onClick={dismiss} />
    </aside>
  );
}
