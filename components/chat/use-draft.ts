"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { clearDraft, readDraft, writeDraft } from "@/store/drafts";

/** How often the draft is written while someone types, in milliseconds. */
const everyMs = 400;

/** Holds what is being written in a chat, and keeps it on this device until it is sent. */
export function useDraft(sessionId: string) {
  const [draft, setText] = useState(() => readDraft(sessionId));
  const latest = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    writeDraft(sessionId, latest.current);
  }, [sessionId]);

  const setDraft = useCallback(
    (text: string) => {
      latest.current = text;
      setText(text);
      timer.current ??= setTimeout(save, everyMs);
    },
    [save],
  );

  useEffect(() => {
    const saveIfDue = () => timer.current && save();
    addEventListener("pagehide", saveIfDue);
    return () => {
      saveIfDue();
      removeEventListener("pagehide", saveIfDue);
    };
  }, [save]);

  return {
    draft,
    setDraft,
    clearDraft: useCallback(() => {
      clearTimeout(timer.current);
      timer.current = undefined;
      latest.current = "";
      setText("");
      clearDraft(sessionId);
    }, [sessionId]),
  };
}
