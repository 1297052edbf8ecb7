"use client";
import { type RefObject, useEffect, useRef } from "react";
import { useActionContext } from "@/components/actions/action";
import { chosenTools, isSearchOn } from "@/components/actions/composer-actions";
import { dictate } from "@/components/actions/toolbar-actions";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { IconButton } from "@/components/ui/icon-button";
import { useChats } from "@/store/chats/chats";
import { useCodeFeatures } from "@/store/settings/code-features";
import styles from "./composer-tools.module.css";
import { FilePickers, type PickRequest } from "./file-pickers";

interface LaterToolsProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly request: PickRequest | undefined;
}

/** The tools of the message box that the first screen does without: the file inputs and the dictation. */
export function LaterTools(props: LaterToolsProps) {
  const context = useActionContext(props.sessionId);
  // A subscription: whether the action is offered depends on the chat's provider.
  useUsedSettings(props.sessionId);
  const end = useOptionalTools(props.sessionId);
  return (
    <>
      <span ref={end} hidden />
      {dictate.isOffered?.(context) && (
        <IconButton icon={dictate.icon} label={dictate.label(context)} onClick={() => dictate.run(context)} />
      )}
      <FilePickers {...props} />
    </>
  );
}

/**
 * Hides the buttons of tools and of the web search in the same toolbar if the access code lacks them. Those that are in
 * use stay, so that they can be switched off. They are part of the first screen, which has no room for this rule.
 */
function useOptionalTools(sessionId: string) {
  const end = useRef<HTMLSpanElement>(null);
  const lacksTools = useCodeFeatures(({ lacking }) => lacking.includes("tools"));
  const isSearching = useChats(() => isSearchOn(sessionId));
  const toolCount = useChats(() => chosenTools(sessionId).length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the classes of the buttons depend on what is in use
  useEffect(() => {
    const buttons = end.current?.parentElement?.querySelectorAll<HTMLElement>(`.${styles.optional}, .${styles.inUse}`);
    for (const button of buttons ?? []) {
      button.hidden = lacksTools && button.classList.contains(styles.optional ?? "");
    }
  }, [lacksTools, isSearching, toolCount]);
  return end;
}
