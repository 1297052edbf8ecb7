"use client";
import { usePathname, useRouter } from "next/navigation";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { SelectionQuote } from "@/components/chat/thread/selection-quote";
import { lazyGroup } from "@/components/lazy-group";
import { OpenedLinks } from "@/components/links/opened-links";
import { TooltipLayer } from "@/components/ui/tooltip";
import { isDeviceLink } from "@/lib/links/sealed-fragment";
import { brand } from "@/lib/platform/brand";
import { basePath } from "@/lib/platform/build-info";
import { onLaunches } from "@/lib/platform/launches";
import { startAppWorker } from "@/store/app/app-worker";
import { startMaintenance } from "@/store/app/maintenance";
import { useViewedDocument } from "@/store/chats/viewed-document";
import { useAccess } from "@/store/settings/access";
import { startReplyNotifications } from "@/store/turns/reply-notifications";
import { startResuming } from "@/store/turns/start-resuming";
import { startWaitingPersistence } from "@/store/turns/waiting-persistence";
import { sendWhenOnline } from "@/store/turns/when-online";
import { startAutoplay } from "@/store/voice/speech-autoplay";
import { useVoice } from "@/store/voice/voice";
import { StructuredData } from "./structured-data";
import { Toasts } from "./toasts";
import { useChatActions } from "./use-chat-actions";
import { useScreenFocus } from "./use-screen-focus";

export { NotFoundScreen } from "./not-found-screen";
export { SidebarResizer } from "./sidebar-resizer";
export { StorageBanner } from "./storage-banner";

const DocumentPanel = lazyGroup(() => import("@/components/chat/documents/document-panel")).component("DocumentPanel");
const VoicePanel = lazyGroup(() => import("@/components/voice/voice-panel")).component("VoicePanel");

/** App-wide UI mounted when idle: toasts, tooltips, link dialog, document and voice panels. */
export function IdleParts() {
  useEffect(startMaintenance, []);
  useEffect(startAutoplay, []);
  useEffect(startAppWorker, []);
  useEffect(sendWhenOnline, []);
  useEffect(startWaitingPersistence, []);
  useEffect(startResuming, []);
  useEffect(startCodeRights, []);
  useReplyNotifications();
  useLaunches();
  useWebAnalytics();
  useScreenFocus();
  const voiceSessionId = useVoice((voice) => voice.sessionId);
  const hasOpenedDocument = useViewedDocument((viewed) => viewed.opened > 0);
  return (
    <>
      <StructuredData />
      <Toasts />
      <TooltipLayer />
      <OpenedLinks />
      <SelectionQuote />
      <Suspense>{hasOpenedDocument && <DocumentPanel />}</Suspense>
      <Suspense>{voiceSessionId !== null && <VoicePanel sessionId={voiceSessionId} />}</Suspense>
    </>
  );
}

/** Hides the models that the access code lacks. Its code is lazy-loaded, only on a site with access codes. */
function startCodeRights(): () => void {
  let isGone = false;
  let stop: (() => void) | undefined;
  let isLoading = false;
  const unsubscribe = useAccess.subscribe(load);
  load();
  return () => {
    isGone = true;
    unsubscribe();
    stop?.();
  };

  function load(): void {
    const { accessCode, areFlagsFinal, flags } = useAccess.getState();
    const isLimited = flags?.hasUser || (flags?.needCode && accessCode.trim() !== "");
    if (isLoading || !areFlagsFinal || !isLimited) return;
    isLoading = true;
    void import("@/store/settings/code-rights").then(({ followCodeRights }) => {
      if (!isGone) stop = followCodeRights();
    });
  }
}

/** Counts visits if the operator asks for it, and the browser does not ask for privacy. */
function useWebAnalytics() {
  const pathname = usePathname();
  const [count, setCount] = useState<(url: string) => void>();
  useEffect(() => {
    const { analytics } = brand;
    if (!analytics) return;
    openAnalytics(analytics)
      .then((opened) => setCount(() => opened))
      .catch((error: unknown) => console.warn("Could not load the web analytics.", error));
  }, []);
  useEffect(() => count?.(location.origin + pathname), [count, pathname]);
}

/** Starts the services that count visits. Returns the function that counts a screen, if one is needed. */
async function openAnalytics({ vercel, ga, gtm }: NonNullable<typeof brand.analytics>) {
  const { mayCount, countVisits } = await import("@/lib/platform/web-analytics");
  if (!mayCount(navigator)) return undefined;
  if (vercel) await countVisits();
  if (ga === "" && gtm === "") return undefined;
  const { openGoogleAnalytics } = await import("@/lib/platform/google-analytics");
  return openGoogleAnalytics({ ga, gtm });
}

/** Notifies of replies that end in the background; a click opens the chat. */
function useReplyNotifications() {
  const { open } = useChatActions();
  const show = useEffectEvent((chatId: string) => open(chatId));
  useEffect(() => startReplyNotifications((chatId) => show(chatId)), []);
}

/** Handles launches of the installed app; the code for files is lazy-loaded. */
function useLaunches() {
  const { open } = useChatActions();
  const router = useRouter();
  const files = useEffectEvent(async (handles: readonly FileSystemFileHandle[]) => {
    const { openFiles } = await import("@/components/chat/composer/composer-parts");
    await openFiles(handles, open);
  });
  const link = useEffectEvent((fragment: string) => {
    if (location.pathname.startsWith(`${basePath}/artifacts`)) {
      location.hash = fragment;
      return;
    }
    // The credentials in it must not get into the history.
    if (isDeviceLink(fragment)) window.openedDeviceLink = fragment;
    router.push(isDeviceLink(fragment) ? "/artifacts" : `/artifacts${fragment}`);
  });
  useEffect(() => {
    // Navigates through the hash, like an old link, so that the app does not reload.
    const path = (to: string) => location.assign(`#${to}`);
    onLaunches(basePath, { files: (handles) => void files(handles), path, link });
  }, []);
}
