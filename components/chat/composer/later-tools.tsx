"use client";
import type { RefObject } from "react";
import { useActionContext } from "@/components/actions/action";
import { dictate } from "@/components/actions/toolbar-actions";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { IconButton } from "@/components/ui/icon-button";
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
  return (
    <>
      {dictate.isOffered?.(context) && (
        <IconButton icon={dictate.icon} label={dictate.label(context)} onClick={() => dictate.run(context)} />
      )}
      <FilePickers {...props} />
    </>
  );
}
