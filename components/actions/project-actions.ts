import { FolderInput, FolderPlus, MessageSquarePlus, Tags } from "lucide-react";
import { pickerHref } from "@/components/masks/picker-href";
import { newChatDefaults } from "@/components/shell/use-chat-actions";
import { isUntouched } from "@/lib/chat/session";
import { isHidden } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { projectOf, useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import type { Action, ActionContext } from "./action";

/** Opens the choice of a project for a chat. */
export const moveToProject: Action = {
  id: "move-to-project",
  icon: FolderInput,
  label: ({ t }) => t("projects.move"),
  isOffered: ({ sessionId }) => !sessionOf(useChats.getState(), sessionId)?.isTemporary,
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "move-to-project", sessionIds: [sessionId] }),
};

export const editTags: Action = {
  id: "tags",
  icon: Tags,
  label: ({ t }) => t("tags.title"),
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "tags", sessionIds: [sessionId] }),
};

export const newProject: Action = {
  id: "new-project",
  icon: FolderPlus,
  label: ({ t }) => t("projects.new"),
  run: () => void import("@/components/projects/create-project").then(({ createProject }) => createProject("")),
};

/** Starts a chat in the project of the open chat. */
export const newChatInProject: Action = {
  id: "new-chat-in-project",
  icon: MessageSquarePlus,
  label: ({ t }) => t("projects.newChat"),
  isOffered: ({ sessionId }) => projectOf(sessionOf(useChats.getState(), sessionId) ?? {}) !== undefined,
  run({ sessionId, router, chatActions }) {
    const project = projectOf(sessionOf(useChats.getState(), sessionId) ?? {});
    if (project) startChatIn(project.id, { router, open: chatActions.open });
  },
};

/** The navigation that starting a chat needs. */
interface ChatStart {
  readonly router: Pick<ActionContext["router"], "push">;
  readonly open: ActionContext["chatActions"]["open"];
}

/** Starts a chat in a project: with the picker if the project has masks and the picker is on, else an empty chat. */
export function startChatIn(projectId: string, { router, open }: ChatStart): void {
  const hasMasks = useProjects.getState().byId.get(projectId)?.masks !== undefined && !isHidden("masks");
  const isPickerOff = useSettings.getState().dontShowMaskSplashScreen;
  if (hasMasks && !isPickerOff) router.push(pickerHref({ project: projectId }));
  else openEmptyChatIn(projectId, open);
}

/** Opens an empty chat of a project: the one that it has, or a new one. */
export function openEmptyChatIn(projectId: string, open: ChatStart["open"]): void {
  const { currentId, sessions, newChat, patchSession } = useChats.getState();
  const empty = sessions.find((session) => {
    const { projectId: own, ...others } = session;
    return own === projectId && isUntouched(others);
  });
  const id = empty?.id ?? newChat(newChatDefaults());
  if (!empty) patchSession(id, { projectId });
  open(id, currentId);
}
