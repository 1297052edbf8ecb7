"use client";
import { FolderPen, Plus, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import { startChatIn } from "@/components/actions/project-actions";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { useIsPhone } from "@/components/ui/is-phone";
import type { MenuItem } from "@/components/ui/menu-item";
import { MenuPopup } from "@/components/ui/menu-popup";
import { MenuSheet } from "@/components/ui/menu-sheet";
import type { Project } from "@/lib/chat/project";
import { useUi } from "@/store/base/ui";

interface ProjectMenuProps {
  readonly project: Project;
  /** Position of the pointer; absent beside the row. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  readonly isByKey: boolean;
  readonly list: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** The actions of a project in the chat list. */
export function ProjectMenu({ project, at, isByKey, list, onClose }: ProjectMenuProps) {
  const t = useTranslations();
  const isPhone = useIsPhone();
  const router = useRouter();
  const { open } = useChatActions();
  const { id } = project;
  const anchor = list.current?.querySelector<HTMLElement>(`[data-project="${CSS.escape(id)}"] > button`);
  if (!anchor) return null;
  const { openDialog } = useUi.getState();
  const items: readonly MenuItem[] = [
    { id: "new-chat", label: t("projects.newChat"), icon: Plus, onSelect: () => startChatIn(id, { router, open }) },
    {
      id: "edit",
      label: t("projects.edit"),
      icon: FolderPen,
      keys: "F2",
      onSelect: () => openDialog({ kind: "project", projectId: id }),
    },
    {
      id: "delete",
      label: t("projects.delete"),
      icon: Trash2,
      keys: "Delete",
      danger: true,
      separatorBefore: true,
      onSelect: () => openDialog({ kind: "delete-project", projectId: id }),
    },
  ];
  const Surface = isPhone ? MenuSheet : MenuPopup;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu key may fire both keydown and contextmenu
    <div onContextMenu={(event) => event.preventDefault()}>
      <Surface
        label={t("chatList.menu", { title: project.name || t("projects.untitled") })}
        closeLabel={t("app.close")}
        items={items}
        anchor={anchor}
        at={at}
        align="start"
        isByKey={isByKey}
        sheetTop={undefined}
        onClose={onClose}
      />
    </div>
  );
}
