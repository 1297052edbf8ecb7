"use client";
import { Suspense, useEffect } from "react";
import { lazyWithWords } from "@/components/all-words";
import { OpenedLinks } from "@/components/links/opened-links";
import { TooltipLayer } from "@/components/ui/tooltip";
import { startAppWorker } from "@/store/app-worker";
import { startAutoplay } from "@/store/speech-autoplay";
import { startUpkeep } from "@/store/upkeep";
import { useVoice } from "@/store/voice";
import { sendWhenOnline } from "@/store/when-online";
import { PageFacts } from "./page-facts";
import { Toasts } from "./toasts";

export { Announcement } from "./announcement";
export { NotFoundScreen } from "./not-found-screen";
export { SidebarNav } from "./sidebar-nav";
export { StorageBanner } from "./storage-banner";

const VoicePanel = lazyWithWords(async () => (await import("@/components/voice/voice-panel")).VoicePanel);

/** What belongs to every screen and is not needed before one can be used. */
export function IdleParts() {
  useEffect(startUpkeep, []);
  useEffect(startAutoplay, []);
  useEffect(startAppWorker, []);
  useEffect(sendWhenOnline, []);
  const voiceSessionId = useVoice((voice) => voice.sessionId);
  return (
    <>
      <PageFacts />
      <Toasts />
      <TooltipLayer />
      <OpenedLinks />
      <Suspense>{voiceSessionId !== null && <VoicePanel sessionId={voiceSessionId} />}</Suspense>
    </>
  );
}
