"use client";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslations } from "use-intl";
import { isComposedKey } from "@/components/ui/composed-key";
import { isRightToLeft } from "@/components/ui/direction";
import type { MenuItem } from "@/components/ui/menu-item";
import { useVisibleRows } from "@/components/ui/use-visible-rows";
import type { Branch } from "@/lib/chat/branch-tree";
import { BranchRow } from "./branch-row";
import styles from "./branches-dialog.module.css";
import { rowAfterKey, rowByLetter } from "./tree-keys";
import { titleOfBranch } from "./use-branches";

interface BranchTreeProps {
  readonly branches: readonly Branch[];
  /** The branch that is selected for a comparison. */
  readonly chosenId: string | undefined;
  readonly menuItems: (branch: Branch) => readonly MenuItem[];
  readonly onGo: (branch: Branch) => void;
  readonly onRename: (branch: Branch) => void;
  readonly onDelete: (branch: Branch) => void;
}

/** The branches as a tree with one tab stop. Of hundreds, only the rows near the viewport are in the page. */
export function BranchTree({ branches, chosenId, menuItems, onGo, onRename, onDelete }: BranchTreeProps) {
  const t = useTranslations("branches");
  const id = useId();
  const view = useRef<HTMLDivElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  const column = useMemo(() => ({ count: branches.length, captioned: [] }), [branches.length]);
  const { span, look, reveal } = useVisibleRows(view, column);
  const places = useMemo(() => placesOf(branches), [branches]);
  const { active, activate, note } = useActiveRow(branches, tree, reveal);
  const [menuId, setMenuId] = useState<string>();
  const onMenu = useCallback((leafId: string, isOpen: boolean) => setMenuId(isOpen ? leafId : undefined), []);

  function press(event: KeyboardEvent) {
    const branch = branches[active];
    if (!branch || !isRow(event.target) || isComposedKey(event)) return;
    if (event.key === "Enter" || event.key === " ") onGo(branch);
    else if (event.key === "F2") onRename(branch);
    else if (event.key === "Delete") onDelete(branch);
    else {
      const next =
        rowAfterKey(event, active, branches, isRightToLeft(event.target)) ??
        rowByLetter(event, active, branches, titleOfBranch);
      if (next === undefined) return;
      activate(next);
    }
    event.preventDefault();
  }

  function click(event: MouseEvent) {
    const index = indexAt(event);
    const branch = index === undefined ? undefined : branches[index];
    if (branch) onGo(branch);
  }

  function openMenu(event: MouseEvent) {
    const index = indexAt(event);
    const branch = index === undefined ? undefined : branches[index];
    if (index === undefined || !branch) return;
    event.preventDefault();
    activate(index);
    setMenuId(branch.leafId);
  }

  return (
    <div ref={view} className={styles.view} onScroll={look}>
      <div
        ref={tree}
        role="tree"
        aria-label={t("title")}
        className={styles.tree}
        style={{ "--rows": branches.length } as CSSProperties}
        onKeyDown={press}
        onFocus={({ target }) => isRow(target) && note(Number(target.dataset.index))}
        onClick={click}
        onContextMenu={openMenu}
      >
        {renderedIndexes(span, branches.length, active).map((index) => {
          const branch = branches[index];
          const place = places[index];
          return (
            branch &&
            place && (
              <BranchRow
                key={branch.leafId}
                id={`${id}-${index}`}
                branch={branch}
                index={index}
                place={place}
                isActive={index === active}
                isChosen={branch.leafId === chosenId}
                isMenuOpen={branch.leafId === menuId}
                onMenu={onMenu}
                menuItems={menuItems}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Returns the row with the tab stop, at first that of the visible branch, and functions that focus or note another. */
function useActiveRow(
  branches: readonly Branch[],
  tree: { readonly current: HTMLElement | null },
  reveal: (row: number) => void,
) {
  const [row, setRow] = useState(() => {
    const index = Math.max(
      0,
      branches.findIndex(({ isShown }) => isShown),
    );
    return { index, leafId: branches[index]?.leafId };
  });
  const found = branches.findIndex(({ leafId }) => leafId === row.leafId);
  const active = found < 0 ? Math.min(row.index, branches.length - 1) : found;
  const isFocusDue = useRef(false);

  const note = useCallback((index: number) => setRow({ index, leafId: branches[index]?.leafId }), [branches]);
  const activate = useCallback(
    (index: number) => {
      isFocusDue.current = true;
      note(index);
      reveal(index);
    },
    [note, reveal],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first active row is revealed on its own
  useEffect(() => reveal(active), [reveal]);

  useLayoutEffect(() => {
    const focused = document.activeElement;
    // The focused row of a deleted branch is gone.
    const isLost = focused === document.body || focused === tree.current?.closest("dialog");
    if (!isFocusDue.current && !isLost) return;
    isFocusDue.current = false;
    tree.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true });
  });

  return { active, activate, note };
}

/** Returns the indexes to render: those in the span, and the active one. */
function renderedIndexes({ from, to }: { from: number; to: number }, count: number, active: number): number[] {
  const indexes = Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, index) => from + index);
  if (active < 0 || indexes.includes(active)) return indexes;
  return active < from ? [active, ...indexes] : [...indexes, active];
}

/** Returns each branch's position among those of the same parent. */
function placesOf(branches: readonly Branch[]): readonly { readonly position: number; readonly count: number }[] {
  const counts = new Map<number | undefined, number>();
  const positions = branches.map(({ parent }) => {
    const position = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, position);
    return position;
  });
  return branches.map(({ parent }, index) => ({ position: positions[index] ?? 1, count: counts.get(parent) ?? 1 }));
}

function isRow(target: EventTarget): target is HTMLElement {
  return target instanceof HTMLElement && target.getAttribute("role") === "treeitem";
}

/** Returns the index of the row at an event, unless it is on the row's menu. */
function indexAt({ target }: MouseEvent): number | undefined {
  if (!(target instanceof Element) || target.closest("[data-menu]")) return undefined;
  const index = target.closest<HTMLElement>("[data-index]")?.dataset.index;
  return index === undefined ? undefined : Number(index);
}
