"use client";
import type { ReactNode } from "react";
import styles from "./app-shell.module.css";
import { Banners, Boot, LazyParts } from "./boot";
import { SkipLink } from "./skip-link";
import { startEarly } from "./start-once";

startEarly();

/** Starts the app for a screen without the sidebar. */
export function BareShell({ children }: { children: ReactNode }) {
  return (
    <Boot>
      <div className={styles.app} data-full data-page="sheet">
        <SkipLink />
        <main className={styles.sheet} id="main" tabIndex={-1}>
          <Banners />
          {children}
        </main>
        <LazyParts />
      </div>
    </Boot>
  );
}
