"use client";
import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from "react";
import { type IntlError, IntlErrorCode, IntlProvider } from "use-intl";
import { preloadThread } from "@/components/chat/thread/lazy-thread";
import { lazyGroup } from "@/components/lazy-group";
import { preloadMarkdown } from "@/components/markdown/markdown";
import { EmojiImagesContext } from "@/components/ui/avatar";
import { useIdle, whenIdle } from "@/components/ui/use-idle";
import { useScreenPath } from "@/components/use-screen-path";
import { brand, isPageHidden } from "@/lib/platform/brand";
import { brandOnce } from "@/lib/platform/brand-once";
import type { EnglishMessages } from "@/locales/messages";
import { regionalTag } from "@/locales/registry";
import { hasStartedBefore, start } from "@/store/app/start";
import { useLocale } from "@/store/base/locale";
import { useUi } from "@/store/base/ui";
import { Appearance } from "./appearance";
import { LoadingScreen } from "./loading-screen";
import { applyStartWith, readFirstChat } from "./start-with";

const idleParts = lazyGroup(() => import("./idle-parts"));

const IdleParts = idleParts.component("IdleParts");
const StorageBanner = idleParts.component("StorageBanner");

const NotFoundScreen = lazy(() => idleParts.load().then((parts) => ({ default: parts.NotFoundScreen })));
const announcement = lazyGroup(() => import("./announcement"), { needsMessages: false });
const Announcement = announcement.component("Announcement");
const ChatDialogs = lazyGroup(() => import("@/components/chat/chat-dialogs")).component("ChatDialogs");

type Boot =
  | { readonly state: "starting" }
  | { readonly state: "ready" }
  | { readonly state: "failed"; readonly error: unknown };

/** Starts the app, then renders a screen in the chosen language and theme. */
export function Boot({ children, outline }: { children: ReactNode; outline?: ReactNode }) {
  const [boot, setBoot] = useState<Boot>({ state: "starting" });
  const [hasBrand, setHasBrand] = useState(false);
  const { code, messages } = useLocale();
  const path = useScreenPath();

  useEffect(() => {
    // This renders the whole app. A transition keeps the tab responsive meanwhile.
    void brandOnce()
      .then(() => preloadSite(path))
      .then(() => startTransition(() => setHasBrand(true)));
    startOnce(path).then(
      () => startTransition(() => setBoot({ state: "ready" })),
      (error: unknown) => setBoot({ state: "failed", error }),
    );
  }, [path]);
  const isReady = boot.state === "ready" && hasBrand && messages !== null;
  useEffect(() => {
    if (isReady) whenIdle(markRendered);
  }, [isReady]);

  if (boot.state === "failed") throw boot.error;
  if (!isReady) {
    return <LoadingScreen hasBrand={hasBrand} path={path} outline={chatPaths.includes(path) && outline} />;
  }
  return (
    <IntlProvider
      locale={regionalTag(code, navigator.languages)}
      messages={messages as EnglishMessages}
      onError={reportIntlError}
    >
      <EmojiImagesContext value={brand.emojiImages}>
        <Appearance />
        {isPageHidden(path) ? <NotFoundScreen /> : children}
      </EmojiImagesContext>
    </IntlProvider>
  );
}

/**
 * Logs an error of the messages, as use-intl does by default. Without a time zone it reports one for each date, although
 * browsers then use their own, which is right here. Reading the zone's name first takes 18 ms (Chromium 156).
 */
function reportIntlError(error: IntlError): void {
  if (error.code !== IntlErrorCode.ENVIRONMENT_FALLBACK) console.error(error);
}

/** Loads what a site adds to the first render: the announcement, so that it moves nothing later, and its settings. */
async function preloadSite(path: string): Promise<void> {
  if (!brand.announcement && !brand.defaults) return;
  await announcement
    .load()
    .then(({ applyDefaults }) => applyDefaults(startOnce(path)))
    .catch((error: unknown) => console.warn("Could not load the announcement.", error));
}

let started: Promise<unknown> | undefined;

let markRendered = () => {};
/** Resolves once the first screen is rendered, with the messages of its chat: then the tab is idle. */
const rendered = new Promise<void>((resolve) => {
  markRendered = resolve;
});

/** Screens that need only the messages of the first screen; all others also wait for those of the settings. */
const chatPaths = ["/", "/chat"];

/** Starts the app once per page load, even if React mounts a component twice. */
function startOnce(path: string): Promise<unknown> {
  if (!started && chatPaths.includes(path) && hasStartedBefore()) preloadChat();
  started ??= Promise.all([
    start(rendered).then(() => {
      applyStartWith(path);
      return readFirstChat(path);
    }),
    chatPaths.includes(path) ? undefined : useLocale.getState().loadSettings(),
  ]);
  return started;
}

/** Loads the code that renders messages while the database is read, so that they appear with the message box. */
function preloadChat(): void {
  preloadThread();
  preloadMarkdown();
}

/** App-wide UI that is lazy-loaded: the open dialog, and the parts mounted when idle. */
export function LazyParts() {
  const hasDialog = useUi((ui) => ui.dialog !== null);
  const isIdle = useIdle();
  return (
    <>
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
    </>
  );
}

/** Banners above a screen: the operator's announcement, and that nothing can be stored. */
export function Banners() {
  const hasStorageProblem = useUi((ui) => ui.storageProblem !== null);
  return (
    <>
      <Suspense>{brand.announcement && <Announcement {...brand.announcement} />}</Suspense>
      <Suspense>{hasStorageProblem && <StorageBanner />}</Suspense>
    </>
  );
}
