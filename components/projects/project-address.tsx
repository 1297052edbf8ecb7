"use client";
import { useEffect } from "react";
import { projectRowId } from "@/lib/chat/list-row";
import { toAppError } from "@/lib/errors";
import { report, useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { listRows } from "@/store/chats/list-rows";
import { useProjectList } from "@/store/library/projects";

interface ProjectAddressProps {
  readonly projectId: string;
  /** Scrolls the row at an index into view. */
  readonly reveal: (place: number) => void;
}

/** Unfolds and reveals the project that the address names, once the whole list is read. */
export function ProjectAddress({ projectId, reveal }: ProjectAddressProps) {
  const areAllRead = useChats((chats) => chats.areAllRead);
  useEffect(() => {
    if (!areAllRead) return;
    let isGone = false;
    async function show() {
      await useProjectList.whenRead();
      if (isGone) return;
      const { projects, setFolded } = useProjectList.getState();
      if (!projects.some(({ id }) => id === projectId)) return useUi.getState().toast({ kind: "project-unknown" });
      setFolded(projectId, false);
      reveal(listRows().findIndex(({ id }) => id === projectRowId(projectId)));
    }
    show().catch((thrown: unknown) => report(toAppError(thrown)));
    return () => {
      isGone = true;
    };
  }, [projectId, areAllRead, reveal]);
  return null;
}
