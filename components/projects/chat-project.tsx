"use client";
import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import header from "@/components/chat/chat-header.module.css";
import { tipProps } from "@/components/ui/tip-props";
import type { Project } from "@/lib/chat/project";
import { useUi } from "@/store/base/ui";
import styles from "./chat-project.module.css";
import { ProjectMark } from "./project-mark";

/** The project of the open chat, in the header beside the number of messages. A click opens the project. */
export function ChatProject({ project }: { readonly project: Project }) {
  const t = useTranslations();
  const [titles, setTitles] = useState<Element | null>(null);
  // The header is part of the first screen, and most chats have no project.
  useLayoutEffect(() => {
    const found = document.querySelector(`.${header.titles}`);
    found?.classList.add(styles.around ?? "");
    setTitles(found);
    return () => found?.classList.remove(styles.around ?? "");
  }, []);
  if (!titles) return null;
  const name = project.name || t("projects.untitled");
  return createPortal(
    <button
      type="button"
      className={styles.project}
      aria-label={`${t("costs.project")}: ${name}`}
      aria-haspopup="dialog"
      onClick={() => useUi.getState().openDialog({ kind: "project", projectId: project.id })}
      {...tipProps(name)}
    >
      <ProjectMark project={project} />
      <span className={styles.name} dir="auto">
        {name}
      </span>
    </button>,
    titles,
  );
}
