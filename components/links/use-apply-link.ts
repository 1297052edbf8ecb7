import { useMemo } from "react";
import { runCommand } from "@/components/chat/composer/run-command";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { commandOf } from "@/lib/chat/chat-commands";
import { joinDrafts } from "@/lib/chat/draft";
import type { Mask } from "@/lib/chat/mask";
import { toAppError } from "@/lib/errors";
import type { LinkItem } from "@/lib/links/link-contents";
import { report, useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { startChat } from "@/store/chats/start-chat";
import { applyLink, canBeUndone, linkedModel } from "@/store/settings/apply-link";
import { useTurns } from "@/store/turns/turns";

/** The kinds of effects that need a chat. */
const ofChats: readonly LinkItem["kind"][] = ["chat-model", "mask", "fill", "submit"];

/**
 * Returns the function that applies the checked effects: settings and credentials first, so that a sent message uses
 * them.
 */
export function useApplyLink(): (items: readonly LinkItem[], mask: Mask | undefined) => void {
  const actions = useChatActions();
  return useMemo(
    () => (items, mask) => {
      const undo = applyLink(items);
      if (canBeUndone(items)) useUi.getState().toast({ kind: "link-applied" }, undo);
      if (!items.some(({ kind }) => ofChats.includes(kind))) return;
      const { currentId } = useChats.getState();
      const sessionId = mask && items.some(({ kind }) => kind === "mask") ? startChat(mask) : currentId;
      actions.open(sessionId, currentId);
      for (const item of items) applyInChat(item, sessionId, actions);
    },
    [actions],
  );
}

function applyInChat(item: LinkItem, sessionId: string, actions: ReturnType<typeof useChatActions>): void {
  switch (item.kind) {
    case "chat-model":
      changeModelSettings(sessionId, linkedModel(item.model));
      break;
    case "fill":
      fill(sessionId, item.text);
      break;
    case "submit":
      submit(sessionId, item.text, actions);
      break;
  }
}

/** The existing draft stays, before the text of the link. */
function fill(sessionId: string, text: string): void {
  useDrafts.getState().change(sessionId, (draft) => joinDrafts([draft, { text, images: [], texts: [] }]));
}

function submit(sessionId: string, text: string, actions: ReturnType<typeof useChatActions>): void {
  const command = commandOf(text);
  const done = command ? runCommand(command, sessionId, actions) : useTurns.getState().send(sessionId, text);
  done.catch((thrown: unknown) => report(toAppError(thrown)));
}
