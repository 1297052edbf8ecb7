"use client";
import Link from "next/link";
import { useEffect, useState } from "react";
import styles from "./error-screen.module.css";
import { useStaticWords } from "./static-words";

/** Stands where an address leads nowhere. */
export function NotFoundScreen() {
  const { title, home } = useStaticWords("notFound");
  // An export finds out in the browser under which path it is served: no page has the link before.
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
