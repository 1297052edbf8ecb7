"use client";
import { useEffect, useState } from "react";
import styles from "./skeleton.module.css";
import { VisuallyHidden } from "./visually-hidden";

/** Delay before the skeleton is shown, in milliseconds. */
const delayMs = 300;

/** Three grey lines in place of content that is being loaded, shown after 300 ms. */
export function Skeleton({ label }: { readonly label: string }) {
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div role="status" className={styles.skeleton}>
      {isLate && (
        <>
          <VisuallyHidden>{label}</VisuallyHidden>
          <div className={styles.line} />
          <div className={styles.line} />
          <div className={styles.line} />
        </>
      )}
    </div>
  );
}
