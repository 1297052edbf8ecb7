import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import styles from "./tool-source-row.module.css";

interface ToolSourceRowProps {
  readonly glyph: LucideIcon;
  /** What can be done with it. */
  readonly actions: ReactNode;
  /** What it is. */
  readonly children: ReactNode;
}

/** A row of a list of what brings tools: a plugin, or a server. */
export function ToolSourceRow({ glyph, actions, children }: ToolSourceRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.tile}>
        <Icon glyph={glyph} size="small" />
      </span>
      <span className={styles.words}>{children}</span>
      <span className={styles.actions}>{actions}</span>
    </li>
  );
}
