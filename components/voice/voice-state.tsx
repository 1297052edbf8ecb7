"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { isLive } from "@/lib/chat/live-voice";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { useVoice } from "@/store/voice";
import styles from "./voice-panel.module.css";

/** What the conversation is at, and for how long; a failure with its way on. The time is not read out at each second. */
export function VoiceState() {
  const t = useTranslations("voice");
  const { phase, isMuted, startedAt } = useVoice();
  const time = useElapsed(isLive(phase) ? startedAt : null);
  switch (phase) {
    case "connecting":
      return <Line>{t("connecting")}</Line>;
    case "listening":
      return <p className={styles.state}>{t(isMuted ? "muted" : "listening", { time })}</p>;
    case "thinking":
      return <p className={styles.state}>{t("thinking", { time })}</p>;
    case "speaking":
      return <p className={styles.state}>{t("speaking", { time })}</p>;
    case "failed":
      return <Line>{t("failed")}</Line>;
    case "ended":
      return <Line>{t("ended")}</Line>;
    case "denied":
      return <Line>{t("denied")}</Line>;
    case "no-microphone":
      return <Line>{t("noMicrophone")}</Line>;
    case "not-set-up":
      return <Line>{t("notSetUp")}</Line>;
  }
}

function Line({ children }: { readonly children: string }) {
  return (
    <p className={styles.state} role="status">
      {children}
    </p>
  );
}

/** Answers how long ago a moment was, as minutes and seconds. */
function useElapsed(since: number | null): string {
  const [now, setNow] = useState(since ?? 0);
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setNow(browserEnvironment.now()), 500);
    return () => clearInterval(timer);
  }, [since]);
  const seconds = since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
