import styles from "./spinner.module.css";

export interface SpinnerProps {
  /** The accessible name; without it the spinner is decoration beside a text. */
  readonly label?: string | undefined;
  /** 18 px, or 14 px beside small text. */
  readonly size?: "regular" | "small" | undefined;
}

/** An indicator of work of unknown duration. */
export function Spinner({ label, size = "regular" }: SpinnerProps) {
  if (label === undefined) return <span aria-hidden="true" className={styles[size]} />;
  return <span role="progressbar" aria-label={label} className={styles[size]} />;
}
