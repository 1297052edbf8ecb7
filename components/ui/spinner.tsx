import styles from "./spinner.module.css";

export interface SpinnerProps {
  /** What is going on; without it the spinner is decoration beside words that say it. */
  readonly label?: string | undefined;
  /** 18 px, or 14 px beside small text. */
  readonly size?: "regular" | "small" | undefined;
}

/** Shows that something of unknown length is going on. */
export function Spinner({ label, size = "regular" }: SpinnerProps) {
  if (label === undefined) return <span aria-hidden="true" className={styles[size]} />;
  return <span role="progressbar" aria-label={label} className={styles[size]} />;
}
