import { create } from "zustand";
import type { ListCaption } from "@/lib/chat/list-captions";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { Project } from "@/lib/chat/project";
import type { Arrangement } from "@/lib/chat/project-rows";
import type { ChatSession } from "@/lib/chat/session";

// The projects as other parts read them. The code that reads and changes them is lazy-loaded (store/library/projects.ts).

/** The rows of the chat list with projects. */
export interface ArrangedList extends Arrangement {
  /** Returns the captions of the rows. `datesOf` returns those of chats without a project. */
  captions(datesOf: (chats: readonly ChatSession[]) => readonly ListCaption[]): readonly ListCaption[];
}

interface ProjectsInUse {
  /** Whether the stored projects could not be read. Then chats of a project are not sent. */
  readonly isUnread?: boolean;
  readonly byId: ReadonlyMap<string, Project>;
  /** Arranges chats, which are in list order, in the projects; undefined while there are none. */
  readonly arrange?: ((listed: readonly ChatSession[], currentId: string) => ArrangedList) | undefined;
  /** Returns the number of chats that match the filter of the chat list; undefined without a filter. */
  readonly countMatching?: ((sessions: readonly ChatSession[]) => number) | undefined;
  /** Returns all chats in the order of their rows, also those in folded projects; undefined while there are no projects. */
  readonly inOrder?: ((listed: readonly ChatSession[]) => readonly ChatSession[]) | undefined;
  /** Lists or hides the chats of a project; undefined until the projects are read. */
  readonly setFolded?: (id: string, isFolded: boolean) => void;
}

/** The projects; none until they are read. */
export const useProjects = create<ProjectsInUse>()(() => ({ byId: new Map() }));

/** Returns the project of a chat; undefined if it has none, or an unknown one. */
export function projectOf({ projectId = "" }: Pick<ChatSession, "projectId">): Project | undefined {
  return useProjects.getState().byId.get(projectId);
}

/** Whether a chat names a project that could not be read. */
export function isProjectUnread({ projectId }: Pick<ChatSession, "projectId">): boolean {
  const { byId, isUnread = false } = useProjects.getState();
  return isUnread && projectId !== undefined && !byId.has(projectId);
}

/** The app's model settings, and whether the user has chosen the model. */
interface Defaults {
  readonly modelConfig: ModelSettings;
  readonly hasChosenModel: boolean;
}

/** Returns what chats without settings of their own use: the app's settings, replaced by those that a project sets. */
export function withProjectSettings({ modelConfig, hasChosenModel }: Defaults, project: Project | undefined) {
  const own = project?.modelConfig;
  return { global: own ? { ...modelConfig, ...own } : modelConfig, hasChosenModel: hasChosenModel || !!own?.model };
}
