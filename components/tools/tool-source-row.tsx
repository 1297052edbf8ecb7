import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import styles from "./tool-source-row.module.css";

interface ToolSourceRowProps {
  readonly glyph: LucideIcon;
  /** Buttons for its actions. */
  readonly actions: ReactNode;
  /** Its name and description. */
  readonly children: ReactNode;
}

/** A row of a tool source: a plugin, or a server. */
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
