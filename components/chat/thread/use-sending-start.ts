"use client";
import { useEffect, useState } from "react";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { whenIdle } from "@/components/ui/use-idle";
import { isMemorySent, sendingStart } from "@/lib/chat/recent-history";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { abilitiesNow } from "@/store/settings/abilities";
import { sessionInUse } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { useTurns } from "@/store/turns/turns";

/** The position from which the messages of a chat are sent with the next question. */
interface SendingStart {
  readonly messageId: string | undefined;
  /** Whether a summary of the messages above is sent. */
  readonly isSummarized: boolean;
}

/** Returns the message from which a chat is sent now; undefined if all messages are sent. */
function findSendingStart(sessionId: string): SendingStart | undefined {
  const chats = useChats.getState();
  const stored = sessionOf(chats, sessionId);
  if (!stored) return undefined;
  const session = sessionInUse(stored);
  const { modelConfig } = session.mask;
  const thread = (chats.threads[sessionId]?.ids ?? []).flatMap((id) => chats.messages[id] ?? []);
  const index = sendingStart(session, thread, abilitiesNow(modelConfig).window);
  return index === undefined
    ? undefined
    : { messageId: thread[index]?.id, isSummarized: isMemorySent(session, modelConfig) };
}

/**
 * Returns the start for the first render, so that the line does not move the messages later. A chat that sends as much
 * as fits starts without one: the tokens of all its messages are estimated when the tab is idle.
 */
function firstSendingStart(sessionId: string): SendingStart | undefined {
  const stored = sessionOf(useChats.getState(), sessionId);
  const isSlow = !stored || sessionInUse(stored).mask.modelConfig.sendsWholeHistory;
  return isSlow || sessionId in useTurns.getState().inFlight ? undefined : findSendingStart(sessionId);
}

/**
 * Returns the message from which a chat is sent, if earlier ones are left out. After the first render, it is computed
 * when the tab is idle and no reply grows. The first time ever that messages fall out of an open chat, a toast says so.
 */
export function useSendingStart(sessionId: string): SendingStart | undefined {
  const [start, setStart] = useState(() => firstSendingStart(sessionId));
  const settings = useUsedSettings(sessionId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the start depends on the settings
  useEffect(() => {
    let isGone = false;
    let isAsked = false;
    /** Whether all messages were sent at the last look; undefined before the first. */
    let wereAllSent: boolean | undefined;
    function compute() {
      isAsked = false;
      const isStored = sessionOf(useChats.getState(), sessionId) !== undefined;
      if (isGone || !isStored || sessionId in useTurns.getState().inFlight) return;
      const found = findSendingStart(sessionId);
      setStart((last) => {
        const isSame = last?.messageId === found?.messageId && last?.isSummarized === found?.isSummarized;
        return isSame ? last : found;
      });
      const { hasSeenLeftOut, noteLeftOut } = useSettings.getState();
      const isNew = found !== undefined && wereAllSent === true;
      wereAllSent = found === undefined;
      if (!isNew || hasSeenLeftOut) return;
      noteLeftOut();
      useUi.getState().toast({ kind: "messages-left-out", sessionId });
    }
    function computeSoon() {
      if (isAsked) return;
      isAsked = true;
      whenIdle(compute);
    }
    computeSoon();
    const unsubscribe = useChats.subscribe((chats, former) => {
      const areOthers = chats.threads[sessionId]?.ids !== former.threads[sessionId]?.ids;
      const isOther =
        chats.sessions !== former.sessions && sessionOf(chats, sessionId) !== sessionOf(former, sessionId);
      if (areOthers || isOther) computeSoon();
    });
    const unsubscribeTurns = useTurns.subscribe(({ inFlight }, former) => {
      if (sessionId in former.inFlight && !(sessionId in inFlight)) computeSoon();
    });
    return () => {
      isGone = true;
      unsubscribe();
      unsubscribeTurns();
    };
  }, [sessionId, settings]);

  return start;
}
