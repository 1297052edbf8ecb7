"use client";
import { useEffect } from "react";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useAccess } from "@/store/settings/access";
import { useChatDefaults, useUsedSettings } from "./use-used-settings";

/** The model of each chat for which the toast was shown. */
const reported = new Set<string>();

/** Shows a toast once if a chat's model is replaced because it is not available. */
export function useModelReplaced(sessionId: string): void {
  const used = useUsedSettings(sessionId)?.model;
  const isKnown = useAccess((access) => access.flags !== null);
  const { global, hasChosenModel } = useChatDefaults(sessionId);
  const wanted = useChats(({ sessions }) => {
    const mask = sessions.find(({ id }) => id === sessionId)?.mask;
    if (mask?.syncGlobalConfig) return hasChosenModel ? global.model : undefined;
    return mask?.modelConfig.model;
  });
  useEffect(() => {
    const key = `${sessionId} ${wanted}`;
    if (!isKnown || used === undefined || wanted === undefined || used === wanted || reported.has(key)) return;
    reported.add(key);
    useUi.getState().toast({ kind: "model-replaced", wanted, model: used });
  }, [isKnown, used, wanted, sessionId]);
}
