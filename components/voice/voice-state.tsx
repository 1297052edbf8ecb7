"use client";
import { useTranslations } from "use-intl";
import { useErrorMessage } from "@/components/use-error-message";
import { isLive, type VoiceFailure } from "@/lib/chat/live-voice";
import { AppError } from "@/lib/errors";
import { useVoice } from "@/store/voice/voice";
import { useElapsed } from "./use-elapsed";
import styles from "./voice-panel.module.css";

/** The state and duration of the conversation, or its error with actions. The time is not announced every second. */
export function VoiceState() {
  const t = useTranslations("voice");
  const { phase, failure, isMuted, startedAt } = useVoice();
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
      return <Failure title={t("failed")} failure={failure} />;
    case "ended":
      return <Failure title={t("ended")} failure={failure} />;
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

interface FailureProps {
  readonly title: string;
  readonly failure: VoiceFailure | null;
}

/** The error that ended a conversation: in our words, and in those of the service. */
function Failure({ title, failure }: FailureProps) {
  const t = useTranslations("voice");
  const errorMessage = useErrorMessage();
  return (
    <div className={styles.state} role="status">
      <p>{title}</p>
      {failure && <p className={styles.why}>{words(failure)}</p>}
      {failure?.message && (
        <p className={styles.why}>
          <bdi>{failure.message}</bdi>
        </p>
      )}
    </div>
  );

  function words({ code, message }: VoiceFailure): string {
    switch (code) {
      case "network":
        return t("unreachable");
      case "not-found":
        return t("notOffered");
      case "unexpected":
        return message === "" ? "" : t("serviceSays");
      default:
        return errorMessage(new AppError(code));
    }
  }
}
