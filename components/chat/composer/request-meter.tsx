"use client";
import { memo, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { tipProps } from "@/components/ui/tip-props";
import { whenIdle } from "@/components/ui/use-idle";
import { contentOfDraft, emptyDraft } from "@/lib/chat/draft";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";
import { useOmittedParts } from "@/store/turns/omitted-parts";
import { estimateRequest, type RequestEstimate } from "@/store/turns/request-estimate";
import styles from "./request-meter.module.css";

/** Pause in typing before the request is counted again, in milliseconds. */
const restMs = 300;
/** Share of the context size from which the meter warns. */
const warnedShare = 0.8;

/**
 * The estimated tokens of the request, including the context sent with it, and the model's maximum. A press shows the
 * request.
 */
export const RequestMeter = memo(function RequestMeter({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations();
  const estimate = useRequestEstimate(sessionId);
  const hasOmitted = useOmittedParts(({ byChat }) => (byChat[sessionId]?.length ?? 0) > 0);
  if (!estimate || estimate.tokens < 1) return null;
  const { tokens, room = Number.POSITIVE_INFINITY } = estimate;
  const level = tokens > room ? "over" : tokens > room * warnedShare ? "near" : undefined;
  const hint = room === Number.POSITIVE_INFINITY ? t("meter.hint") : t("meter.hintOf", { room });
  return (
    <button
      type="button"
      className={styles.meter}
      data-level={level}
      aria-haspopup="dialog"
      {...tipProps(hint)}
      onClick={() => useUi.getState().openDialog({ kind: "inspector", sessionId })}
    >
      {level ? t(`meter.${level}`, { tokens, room }) : t("composer.tokens", { count: tokens })}
      {hasOmitted && ` · ${t("inspector.leftOut")}`}
    </button>
  );
});

function useRequestEstimate(sessionId: string): RequestEstimate | undefined {
  const settings = useUsedSettings(sessionId);
  const [estimate, setEstimate] = useState<RequestEstimate>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the request depends on the settings
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function count() {
      if (isGone) return;
      estimateRequest(sessionId, contentOfDraft(useDrafts.getState().drafts[sessionId] ?? emptyDraft)).then(
        (estimated) => !isGone && setEstimate(estimated),
        (error: unknown) => console.warn("Could not estimate the request.", error),
      );
    }
    function countSoon() {
      clearTimeout(timer);
      timer = setTimeout(() => whenIdle(count), restMs);
    }
    countSoon();
    // Subscribes without rendering: the count only changes after a pause in typing.
    const unsubscribe = useDrafts.subscribe(({ drafts }, former) => {
      if (drafts[sessionId] !== former.drafts[sessionId]) countSoon();
    });
    const unsubscribeOmitted = useOmittedParts.subscribe(countSoon);
    const unsubscribeChats = useChats.subscribe((chats, former) => {
      const areOthers = chats.threads[sessionId]?.ids !== former.threads[sessionId]?.ids;
      const isOther =
        chats.sessions !== former.sessions && sessionOf(chats, sessionId) !== sessionOf(former, sessionId);
      if (areOthers || isOther) countSoon();
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
      unsubscribe();
      unsubscribeChats();
      unsubscribeOmitted();
    };
  }, [sessionId, settings]);

  return estimate;
}
