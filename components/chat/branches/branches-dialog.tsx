"use client";
import { CopyPlus, CornerDownRight, GitCompare, Pencil, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { useIsAnswering } from "@/components/chat/use-is-answering";
import { lazyGroup } from "@/components/lazy-group";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { isolated } from "@/components/ui/isolated";
import type { MenuItem } from "@/components/ui/menu-item";
import type { Branch } from "@/lib/chat/branch-tree";
import { useUi } from "@/store/base/ui";
import { branchToChat, deleteBranch, goToBranch, renameBranch } from "@/store/chats/branches";
import { useSoughtMessage } from "@/store/chats/sought-message";
import { BranchTree } from "./branch-tree";
import styles from "./branches-dialog.module.css";
import { RenameBranchDialog } from "./rename-branch-dialog";
import { titleOfBranch, untitledKeyOf, useBranches } from "./use-branches";

const CompareBranchesDialog = lazyGroup(() => import("./compare-branches-dialog")).component("CompareBranchesDialog");

interface BranchesDialogProps {
  readonly sessionId: string;
  readonly onClose: () => void;
}

type Deleted = NonNullable<ReturnType<typeof deleteBranch>>;

/** The branches of a chat as a tree: each can be shown, named, compared, copied to a new chat and deleted. */
export function BranchesDialog({ sessionId, onClose }: BranchesDialogProps) {
  const t = useTranslations();
  const branches = useBranches(sessionId);
  const isAnswering = useIsAnswering(sessionId);
  const { open: openChat } = useChatActions();
  const [renamed, setRenamed] = useState<Branch>();
  const [deleted, setDeleted] = useState<Deleted>();
  const [chosenId, setChosenId] = useState<string>();
  const [compared, setCompared] = useState<readonly [Branch, Branch]>();
  const hasForks = branches.length > 1;

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

  function remove({ leafId }: Branch) {
    const next = isAnswering ? undefined : deleteBranch(sessionId, leafId);
    if (next) setDeleted(deleted ? both(deleted, next) : next);
  }

  function copy({ leafId }: Branch) {
    const id = branchToChat(sessionId, leafId, t("commands.copied"));
    close();
    if (id !== undefined) openChat(id, sessionId);
  }

  /** Returns the rows that compare a branch: with the visible one, and with one that was selected before. */
  function comparisons(branch: Branch): readonly MenuItem[] {
    const icon = GitCompare;
    const current = branches.find(({ isShown }) => isShown);
    const chosen = branches.find(({ leafId }) => leafId === chosenId);
    const rows: MenuItem[] = [];
    if (current && current !== branch) {
      const label = t("branches.compareCurrent");
      rows.push({ id: "compare-current", icon, label, onSelect: () => setCompared([current, branch]) });
    }
    if (chosen && chosen !== branch) {
      const label = t("branches.compareWith", { name: isolated(titleOfBranch(chosen) || t(untitledKeyOf(chosen))) });
      rows.push({ id: "compare-with", icon, label, onSelect: () => setCompared([chosen, branch]) });
    }
    const isChosen = branch === chosen;
    rows.push({
      ...{ id: "choose", icon, label: t("branches.choose"), checked: isChosen },
      onSelect: () => setChosenId(isChosen ? undefined : branch.leafId),
    });
    return rows;
  }

  function menuItems(branch: Branch): readonly MenuItem[] {
    const change = { disabled: isAnswering };
    return [
      { id: "go", icon: CornerDownRight, flip: true, label: t("branches.go"), ...change, onSelect: () => go(branch) },
      {
        ...{ id: "rename", icon: Pencil, label: t("branches.rename"), keys: "F2", ...change },
        onSelect: () => setRenamed(branch),
      },
      ...comparisons(branch),
      { id: "copy", icon: CopyPlus, label: t("branches.toChat"), onSelect: () => copy(branch) },
      {
        ...{ id: "delete", icon: Trash2, label: t("branches.delete"), keys: "Del", ...change },
        danger: true,
        separatorBefore: true,
        onSelect: () => remove(branch),
      },
    ];
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t("branches.title")}
      subtitle={hasForks ? t("branches.hint") : undefined}
      closeLabel={t("app.close")}
      size="large"
      bare={hasForks}
      footerStart={
        <BranchesStatus
          isAnswering={isAnswering}
          deleted={deleted}
          onUndo={() => {
            deleted?.undo();
            setDeleted(undefined);
          }}
        />
      }
      footerEnd={
        <Button variant="solid" onClick={close}>
          {t("toolChoice.done")}
        </Button>
      }
    >
      {hasForks ? (
        <BranchTree
          branches={branches}
          chosenId={chosenId}
          menuItems={menuItems}
          onGo={go}
          onRename={(branch) => !isAnswering && setRenamed(branch)}
          onDelete={remove}
        />
      ) : (
        <EmptyState level={3} heading={t("branches.empty")} text={t("branches.emptyHint")} />
      )}
      <Suspense>
        {compared && (
          <CompareBranchesDialog sessionId={sessionId} branches={compared} onClose={() => setCompared(undefined)} />
        )}
      </Suspense>
      {renamed && (
        <RenameBranchDialog
          name={renamed.name ?? ""}
          words={titleOfBranch({ ...renamed, name: undefined })}
          onSave={(name) => renameBranch(sessionId, renamed.leafId, name)}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </Dialog>
  );
}

interface BranchesStatusProps {
  readonly isAnswering: boolean;
  readonly deleted: Deleted | undefined;
  readonly onUndo: () => void;
}

/** The number of deleted messages with an undo, or the reason why nothing can be changed. */
function BranchesStatus({ isAnswering, deleted, onUndo }: BranchesStatusProps) {
  const t = useTranslations();
  return (
    <>
      <p role="status" className={styles.status}>
        {isAnswering ? t("editMessages.isAnswering") : deleted && t("toasts.messagesDeleted", { count: deleted.count })}
      </p>
      {deleted && !isAnswering && (
        <Button size="small" onClick={onUndo}>
          {t("app.undo")}
        </Button>
      )}
    </>
  );
}

/** Returns two deletions as one, which is undone in reverse order. */
function both(first: Deleted, second: Deleted): Deleted {
  return {
    count: first.count + second.count,
    undo() {
      second.undo();
      first.undo();
    },
  };
}
