import { create } from "zustand";
import { isChatRow } from "@/lib/chat/list-row";
import { inProjectOrder, moveProject, newProject, type Project, readProject } from "@/lib/chat/project";
import { type ProjectList, readProjectList, storedProjectList } from "@/lib/chat/project-list";
import { arrangeChats, arrangedCaptions } from "@/lib/chat/project-rows";
import type { ChatSession } from "@/lib/chat/session";
import type { Environment } from "@/lib/environment";
import { isTextList } from "@/lib/fields/fields";
import { parseJson } from "@/lib/json";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { catalogue } from "@/lib/storage/catalogue";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import { pageStorage } from "@/store/base/page-storage";
import { removeWithUndo } from "@/store/base/remove-with-undo";
import { documentStore } from "@/store/records/document-store";
import { type ArrangedList, useProjects } from "@/store/settings/projects";

interface ProjectsStore extends ProjectList {
  /** Ids of the projects whose chats are listed. */
  readonly unfolded: ReadonlySet<string>;
  hydrate(stored: unknown): void;
  /** Notes that the stored projects could not be read: their chats are not sent without their instructions. */
  noteUnread(): void;
  /** Adds a project on top, unfolded. Returns its id. */
  create(name: string): string;
  /** Changes fields of a project; `undefined` removes one. Values are bounded. */
  change(id: string, patch: Partial<Project>): void;
  /** Deletes a project. Its chats keep its id. Returns the function that restores it. */
  remove(id: string): () => void;
  /** Moves a project to an index of the list. */
  move(id: string, index: number): void;
  setFolded(id: string, isFolded: boolean): void;
}

interface ProjectsDependencies {
  readonly env: Pick<Environment, "now" | "newId">;
  /** Storage of the folded state, which belongs to the device. */
  readonly storage: () => Pick<KeyValueStorage, "getItem" | "setItem">;
}

/** Maximum number of stored ids of unfolded projects. */
const maxUnfolded = 2_000;

/** Creates the store of projects. Other parts read its projects from `useProjects`. */
export function createProjects({ env, storage }: ProjectsDependencies) {
  const store = create<ProjectsStore>()((set, get) => {
    const put = (change: Partial<ProjectList>) => set({ ...change, lastUpdateTime: env.now() });

    function putAll(changed: readonly Project[]) {
      const ids = new Set(changed.map(({ id }) => id));
      put({ projects: inProjectOrder([...get().projects.filter(({ id }) => !ids.has(id)), ...changed]) });
    }

    function restore(project: Project) {
      const { [project.id]: _deleted, ...deleted } = get().deleted;
      set({ deleted });
      putAll([project]);
    }

    return {
      ...readProjectList(undefined),
      unfolded: readUnfolded(storage()),
      hydrate(stored) {
        set(readProjectList(stored));
        if (stored !== undefined) useProjects.setState({ isUnread: false });
      },
      noteUnread: () => useProjects.setState({ isUnread: true }),
      create(name) {
        const project = newProject({ id: env.newId(), name, now: env.now(), others: get().projects });
        putAll([project]);
        get().setFolded(project.id, false);
        return project.id;
      },
      change(id, patch) {
        const project = get().projects.find((each) => each.id === id);
        const changed = project && readProject({ ...project, ...patch }, id);
        if (changed) putAll([changed]);
      },
      remove(id) {
        return removeWithUndo(get().projects, id, {
          store: (projects) => put({ projects, deleted: { ...get().deleted, [id]: env.now() } }),
          restore,
        });
      },
      move(id, index) {
        putAll(moveProject(get().projects, id, index));
      },
      setFolded(id, isFolded) {
        const unfolded = new Set(get().unfolded);
        if (isFolded) unfolded.delete(id);
        else unfolded.add(id);
        set({ unfolded });
        storeUnfolded(storage(), unfolded);
      },
    };
  });
  store.subscribe((state, former) => {
    if (state.projects === former.projects && state.unfolded === former.unfolded) return;
    if (state.projects !== former.projects) {
      useProjects.setState({ byId: new Map(state.projects.map((project) => [project.id, project])) });
    }
    useProjects.setState({ arrange: arrangeOf(state), inOrder: inOrderOf(state), setFolded: state.setFolded });
  });
  return store;
}

/** Returns the function that arranges chats. It remembers the last result, because several parts of the list ask. */
function arrangeOf({ projects, unfolded }: Pick<ProjectsStore, "projects" | "unfolded">) {
  if (projects.length === 0) return undefined;
  let last: { readonly listed: readonly ChatSession[]; readonly currentId: string; readonly list: ArrangedList };
  return (listed: readonly ChatSession[], currentId: string): ArrangedList => {
    if (last?.listed === listed && last.currentId === currentId) return last.list;
    const arranged = arrangeChats(listed, projects, { unfolded, currentId });
    last = { listed, currentId, list: { ...arranged, captions: (datesOf) => arrangedCaptions(arranged, datesOf) } };
    return last.list;
  };
}

/** Returns the function that sorts chats as they are listed while no project is folded. */
function inOrderOf({ projects }: Pick<ProjectsStore, "projects">) {
  if (projects.length === 0) return undefined;
  const unfolded = new Set(projects.map(({ id }) => id));
  return (listed: readonly ChatSession[]) =>
    arrangeChats(listed, projects, { unfolded, currentId: "" }).rows.filter(isChatRow);
}

function readUnfolded(storage: Pick<KeyValueStorage, "getItem">): ReadonlySet<string> {
  try {
    const ids = parseJson(storage.getItem(localKeys.unfoldedProjects) ?? "");
    return new Set(isTextList(ids) ? ids.slice(-maxUnfolded) : []);
  } catch {
    // Blocked storage was reported at startup.
    return new Set();
  }
}

function storeUnfolded(storage: Pick<KeyValueStorage, "setItem">, unfolded: ReadonlySet<string>): void {
  try {
    storage.setItem(localKeys.unfoldedProjects, JSON.stringify([...unfolded].slice(-maxUnfolded)));
  } catch {
    // A lost state costs one more press. More important writes have already reported full or blocked storage.
  }
}

export const useProjectList = documentStore(
  createProjects({ env: browserEnvironment, storage: pageStorage }),
  catalogue.projects,
  storedProjectList,
);
