"use client";
import { useTranslations } from "use-intl";
import { classNames } from "@/components/ui/class-names";
import styles from "./tool-calls.module.css";

/** Maximum length of a result that is rendered, in characters. */
const maxDrawnChars = 20_000;

interface WellProps {
  readonly label: string;
  readonly text: string;
  readonly isError?: boolean;
  /** Whether JSON is shown as it is, not indented. */
  readonly isVerbatim?: boolean;
}

/** A text of a call in a scrolling box. */
export function Well({ label, text, isError = false, isVerbatim = false }: WellProps) {
  const t = useTranslations("toolCalls");
  return (
    <div>
      <div className={styles.label}>{label}</div>
      <section
        className={classNames(styles.well, isError && styles.error)}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <pre>{(isVerbatim ? text : indented(text)).slice(0, maxDrawnChars)}</pre>
      </section>
      {text.length > maxDrawnChars && <p className={styles.host}>{t("cut", { count: text.length - maxDrawnChars })}</p>}
    </div>
  );
}

/** Returns JSON indented; any other text unchanged. */
function indented(text: string): string {
  if (text.length > maxDrawnChars || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
