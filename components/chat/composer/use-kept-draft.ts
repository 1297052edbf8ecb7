"use client";
import { useEffect, useState } from "react";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";

/** How often what is being written is kept while someone types, in milliseconds. */
const everyMs = 400;

/** Keeps what is being written in a chat on this device until it is sent. */
export function useKeptDraft(sessionId: string): void {
  useState(() => useDrafts.getState().open(sessionId));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function save() {
      clearTimeout(timer);
      timer = undefined;
      useDrafts.getState().save(sessionId);
      // Without its chat the draft would not be found.
      useChats.getState().keepSession(sessionId);
    }
    const saveIfDue = () => timer && save();
    const unsubscribe = useDrafts.subscribe((now, before) => {
      if (now.drafts[sessionId] === before.drafts[sessionId]) return;
      timer ??= setTimeout(save, everyMs);
    });
    addEventListener("pagehide", saveIfDue);
    return () => {
      unsubscribe();
      saveIfDue();
      removeEventListener("pagehide", saveIfDue);
    };
  }, [sessionId]);
}
