"use client";
import { type ReactNode, useMemo } from "react";
import { CodeLookContext } from "@/components/markdown/message-look";
import { useChats } from "@/store/chats/chats";
import { useSettings } from "@/store/settings/settings";

/** Tells the messages of a chat how code is drawn: the settings can turn folding and previews off, and so can a chat. */
export function SessionCodeLook({ sessionId, children }: { sessionId: string; children: ReactNode }) {
  const folds = useSettings((settings) => settings.enableCodeFold);
  const previews = useSettings((settings) => settings.enableArtifacts);
  const mask = useChats((chats) => chats.sessions.find(({ id }) => id === sessionId)?.mask);
  const isFolding = folds && mask?.enableCodeFold !== false;
  const hasPreviews = previews && mask?.enableArtifacts !== false;
  const look = useMemo(() => ({ isFolding, hasPreviews }), [isFolding, hasPreviews]);
  return <CodeLookContext value={look}>{children}</CodeLookContext>;
}
