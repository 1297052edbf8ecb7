"use client";
import { type RefObject, useEffect, useRef } from "react";
import { type ActionContext, useActionContext } from "@/components/actions/action";
import { chooseTools, chosenTools, isSearchOn } from "@/components/actions/composer-actions";
import { dictate } from "@/components/actions/toolbar-actions";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { IconButton } from "@/components/ui/icon-button";
import { useChats } from "@/store/chats/chats";
import { useCodeFeatures } from "@/store/settings/code-features";
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
  const end = useOptionalTools(context);
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
 * use stay, so that they can be switched off. They are found by their labels, because they are part of the first screen,
 * which has no room for this rule.
 */
function useOptionalTools(context: ActionContext) {
  const { sessionId, t } = context;
  const end = useRef<HTMLSpanElement>(null);
  const lacksTools = useCodeFeatures(({ lacking }) => lacking.includes("tools"));
  const isSearching = useChats(() => isSearchOn(sessionId));
  const hasTools = useChats(() => chosenTools(sessionId).length > 0);
  useEffect(() => {
    const isInUse = new Map([
      [t("composerTools.search"), isSearching],
      [chooseTools.label(context), hasTools],
    ]);
    for (const button of end.current?.parentElement?.querySelectorAll("button") ?? []) {
      const inUse = isInUse.get(button.getAttribute("aria-label") ?? "");
      if (inUse !== undefined) button.hidden = lacksTools && !inUse;
    }
  }, [context, t, lacksTools, isSearching, hasTools]);
  return end;
}
