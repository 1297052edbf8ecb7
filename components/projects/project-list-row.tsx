"use client";
import { ChevronRight, Ellipsis } from "lucide-react";
import type { CSSProperties, MouseEvent } from "react";
import { useFormatter, useTranslations } from "use-intl";
import list from "@/components/shell/chat-list.module.css";
import { Icon } from "@/components/ui/icon";
import { isolated } from "@/components/ui/isolated";
import { rowTipProps, tipProps } from "@/components/ui/tip-props";
import type { ProjectRow } from "@/lib/chat/list-row";
import { useProjects } from "@/store/settings/projects";
import styles from "./project-list-row.module.css";
import { ProjectMark } from "./project-mark";

interface ProjectListRowProps {
  readonly row: ProjectRow;
  readonly place: number;
  /** Number of captions above the row. */
  readonly captions: number;
  /** Number of rows. */
  readonly count: number;
  readonly isTabStop: boolean;
  readonly isDragged: boolean;
}

/** A project in the chat list. A press folds and unfolds it. */
export function ProjectListRow({ row, place, captions, count, isTabStop, isDragged }: ProjectListRowProps) {
  const t = useTranslations();
  const format = useFormatter();
  const { project, isFolded } = row;
  const name = project.name || t("projects.untitled");
  const chats = format.number(row.count);
  const menu = t("chatList.menu", { title: isolated(name) });
  return (
    <li
      className={list.row}
      style={{ "--place": place, "--above": captions } as CSSProperties}
      aria-setsize={count}
      aria-posinset={place + 1}
      data-id={row.id}
      data-place={place}
      data-project={project.id}
      data-dragged={isDragged || undefined}
    >
      <button
        type="button"
        className={styles.project}
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={!isFolded}
        aria-label={`${name} · ${t("sidebar.chats")}: ${chats}`}
        data-fold
        onClick={() => useProjects.getState().setFolded?.(project.id, !isFolded)}
        {...rowTipProps(name)}
      >
        <span className={styles.fold}>
          <Icon glyph={ChevronRight} size="chevron" flip />
        </span>
        <ProjectMark project={project} />
        <span className={styles.name} dir="auto" data-tip-text="">
          {name}
        </span>
        <span className={styles.count}>{chats}</span>
      </button>
      <button
        type="button"
        className={styles.more}
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={menu}
        data-row-actions
        onClick={openMenu}
        {...tipProps(menu)}
      >
        <Icon glyph={Ellipsis} size="small" />
      </button>
    </li>
  );
}

/** Opens the row's menu as a right click does, which the list handles. */
function openMenu({ currentTarget }: MouseEvent): void {
  const { left, right, bottom } = currentTarget.getBoundingClientRect();
  const place = { clientX: (left + right) / 2, clientY: bottom };
  currentTarget.dispatchEvent(new window.MouseEvent("contextmenu", { bubbles: true, cancelable: true, ...place }));
}
