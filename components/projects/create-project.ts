import { toAppError } from "@/lib/errors";
import { report, useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useProjectList } from "@/store/library/projects";

/** Creates a project with the given chats, and opens it for editing. */
export async function createProject(name: string, sessionIds: readonly string[] = []): Promise<void> {
  try {
    // An unread list would replace the new project.
    await useProjectList.whenRead();
    // A double click means one project.
    if (isCreating()) return;
    const projectId = useProjectList.getState().create(name);
    if (sessionIds.length > 0) useChats.getState().patchSessions(sessionIds, { projectId });
    useUi.getState().openDialog({ kind: "project", projectId, isNew: true });
  } catch (thrown) {
    report(toAppError(thrown));
  }
}

/** Whether the editor of a new project is open. */
function isCreating(): boolean {
  const { dialog } = useUi.getState();
  return dialog?.isOpen === true && dialog.content.kind === "project" && dialog.content.isNew === true;
}
