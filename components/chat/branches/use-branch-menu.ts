"use client";
import { CopyPlus, CornerDownRight, GitCompare, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { isolated } from "@/components/ui/isolated";
import type { MenuItem } from "@/components/ui/menu-item";
import type { Branch } from "@/lib/chat/branch-tree";
import type { useBranchActions } from "./use-branch-actions";
import { titleOfBranch, untitledKeyOf } from "./use-branches";

/** The two branches of a comparison. */
export type ComparedBranches = readonly [Branch, Branch];

interface BranchMenuOptions {
  readonly branches: readonly Branch[];
  readonly actions: ReturnType<typeof useBranchActions>;
  readonly onRename: (branch: Branch) => void;
  readonly onCompare: (compared: ComparedBranches) => void;
}

/** The rows of a branch's menu, and the branch that was selected for a comparison. */
export function useBranchMenu({ branches, actions, onRename, onCompare }: BranchMenuOptions) {
  const t = useTranslations();
  const [chosenId, setChosenId] = useState<string>();

  /** Returns the rows that compare a branch: with the visible one, and with one that was selected before. */
  function comparisons(branch: Branch): readonly MenuItem[] {
    const icon = GitCompare;
    const current = branches.find(({ isShown }) => isShown);
    const chosen = branches.find(({ leafId }) => leafId === chosenId);
    const rows: MenuItem[] = [];
    if (current && current !== branch) {
      const label = t("branches.compareCurrent");
      rows.push({ id: "compare-current", icon, label, onSelect: () => onCompare([current, branch]) });
    }
    if (chosen && chosen !== branch) {
      const label = t("branches.compareWith", { name: isolated(titleOfBranch(chosen) || t(untitledKeyOf(chosen))) });
      rows.push({ id: "compare-with", icon, label, onSelect: () => onCompare([chosen, branch]) });
    }
    const isChosen = branch === chosen;
    rows.push({
      ...{ id: "choose", icon, label: t("branches.choose"), checked: isChosen },
      onSelect: () => setChosenId(isChosen ? undefined : branch.leafId),
    });
    return rows;
  }

  function menuItems(branch: Branch): readonly MenuItem[] {
    const { isAnswering, go, copy, remove } = actions;
    const change = { disabled: isAnswering };
    return [
      { id: "go", icon: CornerDownRight, flip: true, label: t("branches.go"), ...change, onSelect: () => go(branch) },
      {
        ...{ id: "rename", icon: Pencil, label: t("branches.rename"), keys: "F2", ...change },
        onSelect: () => onRename(branch),
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

  return { menuItems, chosenId };
}
