"use client";
import Link from "next/link";
import { useEffect } from "react";
import styles from "./error-screen.module.css";
import { useStaticWords } from "./static-words";

/** Stands where an address leads nowhere. */
export function NotFoundScreen() {
  const { title, home } = useStaticWords("notFound");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={styles.screen}>
      <div className={styles.content}>
        <h1>{title}</h1>
        <div className={styles.actions}>
          <Link className={styles.solid} href="/">
            {home}
          </Link>
        </div>
      </div>
    </main>
  );
}
