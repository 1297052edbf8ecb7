"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useIsAnswering } from "@/components/chat/use-is-answering";
import { useChatActions } from "@/components/shell/use-chat-actions";
import type { Branch } from "@/lib/chat/branch-tree";
import { useUi } from "@/store/base/ui";
import { branchToChat, deleteBranch, goToBranch, renameBranch } from "@/store/chats/branches";
import { useSoughtMessage } from "@/store/chats/sought-message";

export type DeletedBranches = NonNullable<ReturnType<typeof deleteBranch>>;

/** Actions on the branches of a chat. Some close the dialog; while a reply is written, none changes the tree. */
export function useBranchActions(sessionId: string, onClose: () => void) {
  const t = useTranslations();
  const isAnswering = useIsAnswering(sessionId);
  const { open: openChat } = useChatActions();
  const [deleted, setDeleted] = useState<DeletedBranches>();

  function close() {
    onClose();
    // The dialog's own button is gone.
    if (deleted) useUi.getState().toast({ kind: "messages-deleted", count: deleted.count }, deleted.undo);
  }

  function go({ leafId, firstId }: Branch) {
    if (isAnswering) return;
    goToBranch(sessionId, leafId);
    useSoughtMessage.getState().seek({ sessionId, messageId: firstId });
    close();
  }

  function rename({ leafId }: Branch, name: string) {
    renameBranch(sessionId, leafId, name);
  }

  function remove({ leafId }: Branch) {
    const next = isAnswering ? undefined : deleteBranch(sessionId, leafId);
    if (next) setDeleted(deleted ? both(deleted, next) : next);
  }

  function undo() {
    deleted?.undo();
    setDeleted(undefined);
  }

  function copy({ leafId }: Branch) {
    const id = branchToChat(sessionId, leafId, t("commands.copied"));
    close();
    if (id !== undefined) openChat(id, sessionId);
  }

  return { isAnswering, deleted, close, go, rename, remove, undo, copy };
}

/** Returns two deletions as one, which is undone in reverse order. */
function both(first: DeletedBranches, second: DeletedBranches): DeletedBranches {
  return {
    count: first.count + second.count,
    undo() {
      second.undo();
      first.undo();
    },
  };
}
