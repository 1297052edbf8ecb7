"use client";
import { usePathname } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { IntlProvider } from "use-intl";
import { lazyWithWords, preloadAllWords } from "@/components/all-words";
import { preloadThread } from "@/components/chat/later-thread";
import { preloadMarkdown } from "@/components/markdown/markdown";
import { EmojiImagesContext } from "@/components/ui/avatar";
import { useIdle, whenIdle } from "@/components/ui/use-idle";
import { brand } from "@/lib/platform/brand";
import type { EnglishMessages } from "@/locales/messages";
import { localeOf, useLocale } from "@/store/locale";
import { start } from "@/store/start";
import { preloadEngine } from "@/store/turns";
import { useUi } from "@/store/ui";
import styles from "./app-shell.module.css";
import { Appearance } from "./appearance";
import { LoadingScreen } from "./loading-screen";
import { ShortcutKeys } from "./shortcut-keys";
import { Sidebar } from "./sidebar";
import { SkipLink } from "./skip-link";

const loadIdleParts = () => import("./idle-parts");

const IdleParts = lazy(() => loadIdleParts().then((parts) => ({ default: parts.IdleParts })));
const StorageBanner = lazy(() => loadIdleParts().then((parts) => ({ default: parts.StorageBanner })));

const ChatDialogs = lazyWithWords(async () => (await import("@/components/chat/chat-dialogs")).ChatDialogs);

type Boot =
  | { readonly state: "starting" }
  | { readonly state: "ready" }
  | { readonly state: "failed"; readonly error: unknown };

/** Brings the app up, then draws the screens beside the sidebar. */
export function AppShell({ children }: { children: ReactNode }) {
  const [boot, setBoot] = useState<Boot>({ state: "starting" });
  const { code, messages } = useLocale();
  const path = usePathname();

  useEffect(() => {
    startOnce(path).then(
      () => setBoot({ state: "ready" }),
      (error: unknown) => setBoot({ state: "failed", error }),
    );
  }, [path]);

  if (boot.state === "failed") throw boot.error;
  if (boot.state === "starting" || !messages) return <LoadingScreen />;
  return (
    <IntlProvider
      locale={localeOf(code).tag}
      messages={messages as EnglishMessages}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
    >
      <EmojiImagesContext value={brand.emojiImages}>
        <Appearance />
        <Frame>{children}</Frame>
        <ShortcutKeys />
      </EmojiImagesContext>
    </IntlProvider>
  );
}

let started: Promise<unknown> | undefined;

/** The screens whose words are those of the first screen; all others wait for those of the settings, too. */
const chatPaths = ["/", "/chat"];

/** The app is brought up once a page load, also where React mounts a component twice. */
function startOnce(path: string): Promise<unknown> {
  started ??= Promise.all([start(), chatPaths.includes(path) ? undefined : useLocale.getState().loadSettings()]);
  return started;
}

/** The two surfaces: the desk with the sidebar, and the sheet. On a phone the path says which of them is the page. */
function Frame({ children }: { children: ReactNode }) {
  const isHome = usePathname() === "/";
  const isFullWidth = useUi((ui) => ui.isFullWidth);
  const hasDialog = useUi((ui) => ui.dialog !== null);
  const hasStorageProblem = useUi((ui) => ui.storageProblem !== null);
  const isIdle = useIdle();
  useEffect(() => whenIdle(preload), []);
  return (
    <div className={styles.app} data-page={isHome ? "list" : "sheet"} data-full={isFullWidth || undefined}>
      <SkipLink />
      <Sidebar />
      <main className={styles.sheet} id="main" tabIndex={-1}>
        <Suspense>{hasStorageProblem && <StorageBanner />}</Suspense>
        {children}
      </main>
      {hasDialog && (
        <Suspense>
          <ChatDialogs />
        </Suspense>
      )}
      {isIdle && (
        <Suspense>
          <IdleParts />
        </Suspense>
      )}
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
