"use client";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { preloadAllWords } from "@/components/all-words";
import { preloadThread } from "@/components/chat/later-thread";
import { preloadMarkdown } from "@/components/markdown/markdown";
import { whenIdle } from "@/components/ui/use-idle";
import { preloadEngine } from "@/store/turns";
import { useUi } from "@/store/ui";
import styles from "./app-shell.module.css";
import { Banners, Boot, LaterParts } from "./boot";
import { ShortcutKeys } from "./shortcut-keys";
import { Sidebar } from "./sidebar";
import { SkipLink } from "./skip-link";

/** Brings the app up, then draws the screens beside the sidebar. */
export function AppShell({ children }: { children: ReactNode }) {
  return (
    <Boot>
      <Frame>{children}</Frame>
      <ShortcutKeys />
    </Boot>
  );
}

/** The two surfaces: the desk with the sidebar, and the sheet. On a phone the path says which of them is the page. */
function Frame({ children }: { children: ReactNode }) {
  const isHome = usePathname() === "/";
  const isFullWidth = useUi((ui) => ui.isFullWidth);
  useEffect(() => whenIdle(preload), []);
  return (
    <div className={styles.app} data-page={isHome ? "list" : "sheet"} data-full={isFullWidth || undefined}>
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

/** What the first answer and the first question need is fetched once the page has nothing better to do. */
function preload(): void {
  preloadMarkdown();
  preloadThread();
  preloadEngine();
  preloadAllWords();
}
