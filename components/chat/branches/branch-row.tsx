"use client";
import { Ellipsis, GitBranch, MessageSquare } from "lucide-react";
import { type CSSProperties, memo, useMemo } from "react";
import { useTranslations } from "use-intl";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { isolated } from "@/components/ui/isolated";
import { Menu } from "@/components/ui/menu";
import type { MenuItem } from "@/components/ui/menu-item";
import { Tag } from "@/components/ui/tag";
import { useListDate } from "@/components/use-dates";
import type { Branch } from "@/lib/chat/branch-tree";
import { useChats } from "@/store/chats/chats";
import styles from "./branches-dialog.module.css";
import { firstWordsOf, untitledKeyOf } from "./use-branches";

/** Maximum level with an indent of its own: deeper branches have the same, so that their texts keep some width. */
const maxIndent = 6;

export interface BranchRowProps {
  readonly id: string;
  readonly branch: Branch;
  readonly index: number;
  /** Its position among the branches of the same parent, from 1, and their number. */
  readonly place: { readonly position: number; readonly count: number };
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly isMenuOpen: boolean;
  readonly onMenu: (leafId: string, isOpen: boolean) => void;
  readonly menuItems: (branch: Branch) => readonly MenuItem[];
}

/** A branch in the tree: its name or first words, where and when it starts, its model and its length. */
export const BranchRow = memo(function BranchRow(props: BranchRowProps) {
  const { id, branch, index, place, isActive, isChosen, isMenuOpen, onMenu, menuItems } = props;
  const t = useTranslations();
  const first = useChats((chats) => chats.messages[branch.firstId]);
  const date = useListDate(first?.date ?? 0);
  const words = useMemo(() => (first ? firstWordsOf(first) : ""), [first]);
  const title = branch.name ?? (words || t(untitledKeyOf(branch)));
  // Isolated, because a name can have another direction than the page.
  const more = t("masks.moreNamed", { name: isolated(title) });
  const facts: readonly (readonly [look: string | undefined, text: string | false | undefined])[] = [
    [styles.extra, branch.position > 1 && t("branches.position", { position: branch.position })],
    [styles.model, branch.model],
    [undefined, first && first.date > 0 && date],
    [styles.extra, t("chat.messages", { count: branch.count })],
  ];
  return (
    <div
      role="treeitem"
      aria-level={branch.level}
      aria-posinset={place.position}
      aria-setsize={place.count}
      aria-selected={isChosen}
      aria-current={branch.isShown || undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-facts`}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      data-initial-focus={isActive ? "" : undefined}
      className={styles.row}
      style={{ "--place": index, "--indent": Math.min(branch.level - 1, maxIndent) } as CSSProperties}
    >
      <Icon
        glyph={branch.parent === undefined ? MessageSquare : GitBranch}
        size="small"
        className={styles.glyph}
        flip
      />
      <span className={styles.words}>
        <span id={`${id}-title`} className={styles.title}>
          {title}
        </span>
        <span id={`${id}-facts`} className={styles.facts}>
          {branch.isShown && (
            <Tag tone="ok" bare dot>
              {t("branches.current")}
            </Tag>
          )}
          <span className={styles.fact}>
            {facts
              .filter(([, text]) => text)
              .map(([look, text], number) => (
                <span key={text || number} className={classNames(styles.piece, look)}>
                  {number > 0 && " · "}
                  <bdi>{text}</bdi>
                </span>
              ))}
          </span>
        </span>
      </span>
      <span data-menu="">
        <Menu
          label={more}
          closeLabel={t("app.close")}
          isSheetOnPhone
          open={isMenuOpen}
          onOpenChange={(isOpen) => onMenu(branch.leafId, isOpen)}
          trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={more} tabIndex={isActive ? 0 : -1} />}
          items={isMenuOpen ? menuItems(branch) : []}
        />
      </span>
    </div>
  );
});
