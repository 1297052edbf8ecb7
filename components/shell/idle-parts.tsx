"use client";
import { Suspense, useEffect, useEffectEvent } from "react";
import { startTextHistory } from "@/components/chat/composer/start-text-history";
import { SelectionQuote } from "@/components/chat/thread/selection-quote";
import { lazyGroup } from "@/components/lazy-group";
import { OpenedLinks } from "@/components/links/opened-links";
import { TooltipLayer } from "@/components/ui/tooltip";
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

export { NotFoundScreen } from "./not-found-screen";
export { SidebarResizer } from "./sidebar-resizer";
export { StorageBanner } from "./storage-banner";

const DocumentPanel = lazyGroup(() => import("@/components/chat/documents/document-panel")).component("DocumentPanel");
const VoicePanel = lazyGroup(() => import("@/components/voice/voice-panel")).component("VoicePanel");

/** App-wide UI mounted when idle: toasts, tooltips, link dialog, document and voice panels. */
export function IdleParts() {
  useEffect(startMaintenance, []);
  useEffect(startAutoplay, []);
  useEffect(startTextHistory, []);
  useEffect(startAppWorker, []);
  useEffect(sendWhenOnline, []);
  useEffect(startWaitingPersistence, []);
  useEffect(startResuming, []);
  useEffect(startCodeRights, []);
  useReplyNotifications();
  useLaunches();
  useWebAnalytics();
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
    if (isLoading || !areFlagsFinal || !flags?.needCode || accessCode.trim() === "") return;
    isLoading = true;
    void import("@/store/settings/code-rights").then(({ followCodeRights }) => {
      if (!isGone) stop = followCodeRights();
    });
  }
}

/** Counts visits if the operator asks for it. */
function useWebAnalytics() {
  const isWanted = useAccess(({ flags }) => flags?.analytics === true);
  useEffect(() => {
    if (!isWanted) return;
    import("@/lib/platform/web-analytics")
      .then(({ countVisits }) => countVisits())
      .catch((error: unknown) => console.warn("Could not load the web analytics.", error));
  }, [isWanted]);
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
  const files = useEffectEvent(async (handles: readonly FileSystemFileHandle[]) => {
    const { openFiles } = await import("@/components/chat/composer/composer-parts");
    await openFiles(handles, open);
  });
  useEffect(() => {
    // Navigates through the hash, like an old link, so that the app does not reload.
    const path = (to: string) => location.assign(`#${to}`);
    onLaunches(basePath, { files: (handles) => void files(handles), path });
  }, []);
}
