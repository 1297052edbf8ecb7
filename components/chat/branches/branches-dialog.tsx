"use client";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import type { Branch } from "@/lib/chat/branch-tree";
import { BranchTree } from "./branch-tree";
import styles from "./branches-dialog.module.css";
import { RenameBranchDialog } from "./rename-branch-dialog";
import { type DeletedBranches, useBranchActions } from "./use-branch-actions";
import { type ComparedBranches, useBranchMenu } from "./use-branch-menu";
import { titleOfBranch, useBranches } from "./use-branches";

const CompareBranchesDialog = lazyGroup(() => import("./compare-branches-dialog")).component("CompareBranchesDialog");

interface BranchesDialogProps {
  readonly sessionId: string;
  readonly onClose: () => void;
}

/** The branches of a chat as a tree: each can be shown, named, compared, copied to a new chat and deleted. */
export function BranchesDialog({ sessionId, onClose }: BranchesDialogProps) {
  const t = useTranslations();
  const branches = useBranches(sessionId);
  const actions = useBranchActions(sessionId, onClose);
  const { isAnswering, deleted, close, go, rename, remove, undo } = actions;
  const [renamed, setRenamed] = useState<Branch>();
  const [compared, setCompared] = useState<ComparedBranches>();
  const menu = useBranchMenu({ branches, actions, onRename: setRenamed, onCompare: setCompared });
  const hasForks = branches.length > 1;

  return (
    <Dialog
      open
      onClose={close}
      title={t("branches.title")}
      subtitle={hasForks ? t("branches.hint") : undefined}
      closeLabel={t("app.close")}
      size="large"
      bare={hasForks}
      footerStart={<BranchesStatus isAnswering={isAnswering} deleted={deleted} onUndo={undo} />}
      footerEnd={
        <Button variant="solid" onClick={close}>
          {t("toolChoice.done")}
        </Button>
      }
    >
      {hasForks ? (
        <BranchTree
          {...menu}
          branches={branches}
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
          onSave={(name) => rename(renamed, name)}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </Dialog>
  );
}

interface BranchesStatusProps {
  readonly isAnswering: boolean;
  readonly deleted: DeletedBranches | undefined;
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
