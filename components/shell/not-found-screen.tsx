"use client";
import Link from "next/link";
import { useEffect, useState } from "react";
import styles from "./error-screen.module.css";
import { useStaticWords } from "./static-words";

/** The screen for an unknown URL. */
export function NotFoundScreen() {
  const { title, home } = useStaticWords("notFound");
  // A static export only learns its base path in the browser, so the link is not prerendered.
  const [isUp, setUp] = useState(false);
  useEffect(() => setUp(true), []);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={styles.screen}>
      <div className={styles.content}>
        <h1>{title}</h1>
        <div className={styles.actions}>
          {isUp && (
            <Link className={styles.solid} href="/">
              {home}
            </Link>
          )}
        </div>
      </div>
    </main>
  );
}
