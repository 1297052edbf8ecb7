import styles from "./progress.module.css";

export interface ProgressProps {
  readonly label: string;
  /** How much is done, from 0 to 1. */
  readonly value: number;
}

/** A bar for work that can be measured. */
export function Progress({ label, value }: ProgressProps) {
  return <progress aria-label={label} max={1} value={value} className={styles.progress} />;
}
