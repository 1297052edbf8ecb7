"use client";
import { type RefObject, useEffect, useRef } from "react";
import { type ActionContext, useActionContext } from "@/components/actions/action";
import { chooseTools, chosenTools, isSearchOn, searchWeb } from "@/components/actions/composer-actions";
import { dictate, lacksTools } from "@/components/actions/toolbar-actions";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { IconButton } from "@/components/ui/icon-button";
import { useChats } from "@/store/chats/chats";
import { useCodeFeatures } from "@/store/settings/code-features";
import { FilePickers, type PickRequest } from "./file-pickers";
import { startTextHistory } from "./start-text-history";

interface LaterToolsProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly request: PickRequest | undefined;
}

/** The tools of the message box that the first screen does without: the file inputs and the dictation. */
export function LaterTools(props: LaterToolsProps) {
  const context = useActionContext(props.sessionId);
  // A subscription: whether the actions are offered depends on the chat's model and provider.
  const model = useUsedSettings(props.sessionId)?.model;
  const end = useOptionalTools(context, model);
  useEffect(startTextHistory, []);
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
 * Hides the buttons of tools and of the web search in the same toolbar if the access code lacks them, or the model calls
 * none. They are found by their labels, because they are part of the first screen, which has no room for this rule.
 */
function useOptionalTools(context: ActionContext, model: string | undefined) {
  const end = useRef<HTMLSpanElement>(null);
  const lacking = useCodeFeatures((features) => features.lacking);
  const isSearching = useChats(() => isSearchOn(context.sessionId));
  const toolCount = useChats(() => chosenTools(context.sessionId).length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels and `lacksTools` read these values from the stores
  useEffect(() => {
    const labels = new Map([
      [context.t("composerTools.search"), searchWeb],
      [chooseTools.label(context), chooseTools],
    ]);
    for (const button of end.current?.parentElement?.querySelectorAll("button") ?? []) {
      const action = labels.get(button.getAttribute("aria-label") ?? "");
      if (action) button.hidden = lacksTools(action, context.sessionId);
    }
  }, [context, model, lacking, isSearching, toolCount]);
  return end;
}
