"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl";
import { chatHref, newChatDefaults } from "@/components/shell/use-chat-actions";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { useScreenPath } from "@/components/use-screen-path";
import { basePath } from "@/lib/platform/build-info";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useProjectList } from "@/store/library/projects";
import { useProjects } from "@/store/settings/projects";
import { useTurns } from "@/store/turns/turns";

interface DeleteProjectDialogProps extends DialogOpening {
  readonly projectId: string;
}

/** Asks what happens to the chats of a project that is deleted. */
export function DeleteProjectDialog({ projectId, open, onClose }: DeleteProjectDialogProps) {
  const t = useTranslations("projects");
  const app = useTranslations("app");
  const name = useProjects(({ byId }) => byId.get(projectId)?.name) || t("untitled");

  const deleteChats = useDeleteChats();

  function remove(withChats: boolean) {
    onClose();
    const restoreChats = withChats ? deleteChats(projectId) : () => {};
    const restore = useProjectList.getState().remove(projectId);
    useUi.getState().toast({ kind: "project-deleted" }, () => {
      restore();
      restoreChats();
    });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("deleteQuestion", { name })}
      closeLabel={app("close")}
      size="small"
      isAlert
      footerStart={
        <Button variant="quiet" onClick={onClose}>
          {app("cancel")}
        </Button>
      }
      footerEnd={
        <>
          <Button variant="danger-solid" onClick={() => remove(true)}>
            {t("deleteChats")}
          </Button>
          <Button variant="solid" onClick={() => remove(false)}>
            {t("keepChats")}
          </Button>
        </>
      }
    >
      {t("deleteBody")}
    </Dialog>
  );
}

/** Returns a function that deletes the chats of a project and opens another one. It returns one that restores them. */
function useDeleteChats(): (projectId: string) => () => void {
  const router = useRouter();
  const isChatScreen = useScreenPath() === "/chat";
  return (projectId) => {
    const { sessions, deleteChats, currentId } = useChats.getState();
    const ids = sessions.filter((session) => session.projectId === projectId).map(({ id }) => id);
    for (const id of ids) useTurns.getState().stop(id);
    const restore = deleteChats(ids, newChatDefaults());
    const isShown = isChatScreen && ids.includes(currentId);
    if (isShown) router.replace(chatHref(useChats.getState().currentId));
    return () => {
      restore();
      if (isShown && location.pathname.startsWith(`${basePath}/chat`)) router.replace(chatHref(currentId));
    };
  };
}
