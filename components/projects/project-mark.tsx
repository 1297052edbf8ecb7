import { Emoji } from "@/components/ui/emoji";
import type { Project } from "@/lib/chat/project";
import styles from "./project-mark.module.css";

/** The emoji of a project, or a dot in its color. */
export function ProjectMark({ project: { emoji, color } }: { readonly project: Pick<Project, "emoji" | "color"> }) {
  return (
    <span className={styles.mark} data-color={color} data-dot={emoji === undefined || undefined} aria-hidden="true">
      {emoji !== undefined && <Emoji code={emoji} />}
    </span>
  );
}
