"use client";
import { Mic, MicOff, PhoneOff, Square, X } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { tipProps } from "@/components/ui/tip-props";
import { isLive, lastSentence } from "@/lib/chat/live-voice";
import { isComposed } from "@/lib/chat/shortcuts";
import { useChats } from "@/store/chats/chats";
import { useSettings } from "@/store/settings/settings";
import { useVoice } from "@/store/voice/voice";
import { startVoiceCall, type VoiceCall } from "@/store/voice/voice-call";
import { voiceModel } from "@/store/voice/voice-target";
import { MicrophoneChoice } from "./microphone-choice";
import { useInertSiblings } from "./use-inert-siblings";
import { VoiceChoice } from "./voice-choice";
import styles from "./voice-panel.module.css";
import { VoiceState } from "./voice-state";
import { VoiceWave } from "./voice-wave";

/**
 * The live conversation, over the sheet. It ends when the panel closes: by its buttons, by Esc, or when the user
 * navigates away.
 */
export function VoicePanel({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("voice");
  const panel = useRef<HTMLDivElement>(null);
  const { call, retry } = useVoiceCall(sessionId);
  const { phase, caption } = useVoice();
  useInertSiblings(panel);
  useEndElsewhere(sessionId);
  useEndByEscape();

  const main = document.getElementById("main");
  if (!main) return null;
  const isOver = phase !== "connecting" && !isLive(phase);
  const said = caption && lastSentence(caption.text);
  return createPortal(
    <div ref={panel} className={styles.panel} role="dialog" aria-labelledby="voice-title" tabIndex={-1}>
      <Head />
      <div className={styles.stage}>
        <VoiceWave call={call} isLive={isLive(phase)} />
        <p className={styles.said} aria-live="polite" aria-label={t("captions")} role="log">
          {said && <bdi>{caption.role === "user" ? t("you", { text: said }) : said}</bdi>}
          {!said && phase === "listening" && t("start")}
        </p>
        <VoiceState />
        {isOver && <FailureActions phase={phase} onRetry={retry} />}
      </div>
      {isLive(phase) && call && (
        <div className={styles.choices}>
          <MicrophoneChoice call={call} />
          <VoiceChoice call={call} />
        </div>
      )}
      <Controls call={call} />
    </div>,
    main,
  );
}

/** The call of the panel. `retry` begins another one. */
function useVoiceCall(sessionId: string) {
  const [call, setCall] = useState<VoiceCall>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt needs a new call
  useEffect(() => {
    useVoice.getState().reset();
    const opened = startVoiceCall(sessionId);
    setCall(opened);
    return () => opened.end();
  }, [sessionId, attempt]);
  return { call, retry: () => setAttempt(attempt + 1) };
}

/** Ends the conversation with Escape, unless something above the panel handles it. */
function useEndByEscape(): void {
  const { close } = useVoice();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isFree = !event.defaultPrevented && !isComposed(event) && !document.querySelector("dialog[open]");
    if (event.key !== "Escape" || event.shiftKey || !isFree) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

/** The title, the model with its voice, and the button that closes the panel. */
function Head() {
  const t = useTranslations("voice");
  const settings = useSettings((store) => store.realtimeConfig);
  const { close } = useVoice();
  return (
    <div className={styles.head}>
      <div className={styles.titles}>
        <h1 id="voice-title" className={styles.title}>
          {t("title")}
        </h1>
        <p className={styles.facts}>
          <bdi>{voiceModel(settings)}</bdi> · <bdi>{settings.voice}</bdi>
        </p>
      </div>
      <IconButton icon={X} label={t("close")} keys="Esc" onClick={close} />
    </div>
  );
}

/** The round buttons: mute, interrupt while the model speaks, and end. */
function Controls({ call }: { readonly call: VoiceCall | undefined }) {
  const t = useTranslations("voice");
  const { phase, isMuted, close } = useVoice();
  const muteLabel = t(isMuted ? "unmute" : "mute");
  return (
    <div className={styles.controls}>
      <button
        type="button"
        className={styles.round}
        aria-label={muteLabel}
        data-off={isMuted || undefined}
        disabled={!isLive(phase)}
        onClick={() => call?.setMuted(!isMuted)}
        {...tipProps(muteLabel)}
      >
        <Icon glyph={isMuted ? MicOff : Mic} />
      </button>
      {phase === "speaking" && (
        <button
          type="button"
          className={styles.round}
          aria-label={t("interrupt")}
          onClick={() => call?.interrupt()}
          {...tipProps(t("interrupt"))}
        >
          <Icon glyph={Square} />
        </button>
      )}
      <button
        type="button"
        className={`${styles.round} ${styles.end}`}
        aria-label={t("end")}
        onClick={close}
        {...tipProps(t("end"), "Esc")}
      >
        <Icon glyph={PhoneOff} />
      </button>
    </div>
  );
}

interface WayOnProps {
  readonly phase: string;
  readonly onRetry: () => void;
}

/** The actions after a conversation has ended or failed. */
function FailureActions({ phase, onRetry }: WayOnProps) {
  const t = useTranslations("voice");
  const router = useRouter();
  if (phase !== "not-set-up") {
    return (
      <Button variant="line" onClick={onRetry}>
        {t("retry")}
      </Button>
    );
  }
  return (
    <Button variant="line" onClick={() => router.push("/settings#voice")}>
      {t("settings")}
    </Button>
  );
}

/** Ends the conversation when the user opens another chat or screen. */
function useEndElsewhere(sessionId: string): void {
  const path = usePathname();
  const [opened] = useState(path);
  const currentId = useChats((chats) => chats.currentId);
  useEffect(() => {
    if (path !== opened || currentId !== sessionId) useVoice.getState().close();
  }, [path, opened, currentId, sessionId]);
}
