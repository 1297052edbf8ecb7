"use client";
import { FolderMinus, FolderPlus } from "lucide-react";
import { useTranslations } from "use-intl";
import { Icon } from "@/components/ui/icon";
import { ListDialog } from "@/components/ui/list-dialog";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useProjectList } from "@/store/library/projects";
import { createProject } from "./create-project";
import { ProjectMark } from "./project-mark";

interface MoveDialogProps {
  readonly sessionIds: readonly string[];
  readonly onClose: () => void;
}

/** Ids of the entries that are not projects. Ids of projects have a prefix. */
const none = "none";
const added = "new";
const prefix = "project:";

/** The choice of the project of some chats. */
export function MoveDialog({ sessionIds, onClose }: MoveDialogProps) {
  const t = useTranslations("projects");
  const app = useTranslations("app");
  const projects = useProjectList((list) => list.projects);
  const [firstId = ""] = sessionIds;
  const current = useChats((chats) => sessionOf(chats, firstId)?.projectId);
  const isKnown = projects.some(({ id }) => id === current);

  function pick(id: string) {
    if (id === added) return void createProject("", sessionIds);
    const projectId = id === none ? undefined : id.slice(prefix.length);
    useChats.getState().patchSessions(sessionIds, { projectId });
  }

  return (
    <ListDialog
      open
      title={t("move")}
      closeLabel={app("close")}
      searchLabel={t("search")}
      emptyText={t("noMatch")}
      value={isKnown ? prefix + current : none}
      groups={[
        {
          label: t("move"),
          items: [
            { id: none, label: t("none"), leading: <Icon glyph={FolderMinus} /> },
            { id: added, label: t("new"), leading: <Icon glyph={FolderPlus} /> },
          ],
        },
        {
          label: t("title"),
          items: projects.map((project) => ({
            id: prefix + project.id,
            label: project.name || t("untitled"),
            leading: <ProjectMark project={project} />,
          })),
        },
      ]}
      onPick={pick}
      onClose={onClose}
    />
  );
}
