import type { LucideIcon } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import styles from "./code-block.module.css";

interface CodeButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
  readonly pressed?: boolean | undefined;
}

/** A small button in the head of a code block, a diagram or a preview. */
export function CodeButton(props: CodeButtonProps) {
  return <IconButton {...props} iconSize="small" className={styles.button} />;
}
