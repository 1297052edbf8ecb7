"use client";
import { useTranslations } from "use-intl";
import styles from "./export-dialog.module.css";

export const exportSteps = ["select", "preview"] as const;
export type ExportStep = (typeof exportSteps)[number];

interface ExportStepsProps {
  readonly step: ExportStep;
  /** False if no message is selected: there is nothing to preview. */
  readonly canPreview: boolean;
  readonly onStep: (step: ExportStep) => void;
}

/** The two steps of an export, and the current one. */
export function ExportSteps({ step, canPreview, onStep }: ExportStepsProps) {
  const t = useTranslations("export");
  return (
    <ol className={styles.steps}>
      {exportSteps.map((each, index) => (
        <li key={each}>
          <button
            type="button"
            aria-current={each === step ? "step" : undefined}
            disabled={each === "preview" && !canPreview}
            onClick={() => onStep(each)}
          >
            <span className={styles.number}>{index + 1}</span>
            {t(each)}
          </button>
        </li>
      ))}
    </ol>
  );
}
