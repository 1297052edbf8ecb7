import styles from "./progress.module.css";

export interface ProgressProps {
  readonly label: string;
  /** Progress from 0 to 1. */
  readonly value: number;
}

/** A progress bar for measurable work. */
export function Progress({ label, value }: ProgressProps) {
  return <progress aria-label={label} max={1} value={value} className={styles.progress} />;
}
