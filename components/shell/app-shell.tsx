"use client";
import { type ReactNode, useEffect, useState } from "react";
import { preloadMessages } from "@/components/all-words";
import { preloadThread } from "@/components/chat/thread/lazy-thread";
import { preloadMarkdown } from "@/components/markdown/markdown";
import { useIsPhone } from "@/components/ui/is-phone";
import { whenSettled } from "@/components/ui/use-idle";
import { useScreenPath } from "@/components/use-screen-path";
import { useUi } from "@/store/base/ui";
import { preloadEngine } from "@/store/turns/turns";
import styles from "./app-shell.module.css";
import { Banners, Boot, LazyParts } from "./boot";
import { ShortcutKeys } from "./shortcut-keys";
import { Sidebar } from "./sidebar";
import { SkipLink } from "./skip-link";
import { startEarly } from "./start-once";

startEarly();

/** Starts the app, then renders the screens beside the sidebar. */
export function AppShell({ children, outline }: { children: ReactNode; outline: ReactNode }) {
  return (
    <Boot outline={outline}>
      <Frame>{children}</Frame>
      <ShortcutKeys />
    </Boot>
  );
}

/** The two surfaces: the sidebar and the sheet. On a phone the path decides which of them is shown. */
function Frame({ children }: { children: ReactNode }) {
  const path = useScreenPath();
  const hasMoved = useHasChanged(path);
  const isFullWidth = useUi((ui) => ui.isFullWidth);
  // On a phone, the list of chats is the home page, and has the banners itself.
  const isList = useIsPhone() && path === "/";
  useEffect(() => preloads.forEach(whenSettled), []);
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
        {!isList && <Banners />}
        {children}
      </main>
      <LazyParts />
    </div>
  );
}

/** Whether a value has ever differed from its first value. */
function useHasChanged(value: string): boolean {
  const [first] = useState(value);
  const [hasChanged, setHasChanged] = useState(false);
  if (value !== first && !hasChanged) setHasChanged(true);
  return hasChanged;
}

/** Preloads the code for the first question and the first reply when idle, each part in a task of its own. */
const preloads = [preloadMarkdown, preloadThread, preloadEngine, preloadMessages];
