"use client";
import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from "react";
import { type IntlError, IntlErrorCode, IntlProvider } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { EmojiImagesContext } from "@/components/ui/avatar";
import { useIdle, whenIdle } from "@/components/ui/use-idle";
import { useScreenPath } from "@/components/use-screen-path";
import { brand, isPageHidden } from "@/lib/platform/brand";
import { brandOnce } from "@/lib/platform/brand-once";
import type { EnglishMessages } from "@/locales/messages";
import { regionalTag } from "@/locales/registry";
import { useLocale } from "@/store/base/locale";
import { useUi } from "@/store/base/ui";
import { Appearance } from "./appearance";
import { LoadingScreen } from "./loading-screen";
import { chatPaths, markHydrated, markRendered, startOnce } from "./start-once";

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
    markHydrated();
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
