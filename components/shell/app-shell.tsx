"use client";
import { type ReactNode, useEffect, useState } from "react";
import { preloadAllWords } from "@/components/all-words";
import { preloadThread } from "@/components/chat/thread/later-thread";
import { preloadMarkdown } from "@/components/markdown/markdown";
import { whenSettled } from "@/components/ui/use-idle";
import { useScreenPath } from "@/components/use-screen-path";
import { useUi } from "@/store/base/ui";
import { preloadEngine } from "@/store/turns/turns";
import styles from "./app-shell.module.css";
import { Banners, Boot, LaterParts } from "./boot";
import { ShortcutKeys } from "./shortcut-keys";
import { Sidebar } from "./sidebar";
import { SkipLink } from "./skip-link";

/** Brings the app up, then draws the screens beside the sidebar. */
export function AppShell({ children, outline }: { children: ReactNode; outline: ReactNode }) {
  return (
    <Boot outline={outline}>
      <Frame>{children}</Frame>
      <ShortcutKeys />
    </Boot>
  );
}

/** The two surfaces: the desk with the sidebar, and the sheet. On a phone the path says which of them is the page. */
function Frame({ children }: { children: ReactNode }) {
  const path = useScreenPath();
  const hasMoved = useHasChanged(path);
  const isFullWidth = useUi((ui) => ui.isFullWidth);
  useEffect(() => whenSettled(preload), []);
  return (
    <div
      className={styles.app}
      data-page={path === "/" ? "list" : "sheet"}
      data-moved={hasMoved || undefined}
      data-full={isFullWidth || undefined}
    >
      <SkipLink />
      <Sidebar />
      <main className={styles.sheet} id="main" tabIndex={-1}>
        <Banners />
        {children}
      </main>
      <LaterParts />
    </div>
  );
}

/** Whether a value was ever another one than at first. */
function useHasChanged(value: string): boolean {
  const [first] = useState(value);
  const [hasChanged, setHasChanged] = useState(false);
  if (value !== first && !hasChanged) setHasChanged(true);
  return hasChanged;
}

/** What the first answer and the first question need is fetched once the page has nothing better to do. */
function preload(): void {
  preloadMarkdown();
  preloadThread();
  preloadEngine();
  preloadAllWords();
}
