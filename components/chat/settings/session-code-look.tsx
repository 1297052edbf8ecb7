"use client";
import { type ReactNode, useMemo } from "react";
import { ChatIdContext, CodeLookContext } from "@/components/markdown/message-look";
import { useChats } from "@/store/chats/chats";
import { useSettings } from "@/store/settings/settings";

/** Provides how code is rendered in a chat's messages: folding and previews can be off globally or per chat. */
export function SessionCodeLook({ sessionId, children }: { sessionId: string; children: ReactNode }) {
  const folds = useSettings((settings) => settings.enableCodeFold);
  const previews = useSettings((settings) => settings.enableArtifacts);
  const mask = useChats((chats) => chats.sessions.find(({ id }) => id === sessionId)?.mask);
  const isFolding = folds && mask?.enableCodeFold !== false;
  const hasPreviews = previews && mask?.enableArtifacts !== false;
  const look = useMemo(() => ({ isFolding, hasPreviews }), [isFolding, hasPreviews]);
  return (
    <ChatIdContext value={sessionId}>
      <CodeLookContext value={look}>{children}</CodeLookContext>
    </ChatIdContext>
  );
}
