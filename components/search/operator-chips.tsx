"use client";
import { X } from "lucide-react";
import { useTranslations } from "use-intl";
import { Chip } from "@/components/ui/chip";
import { classNames } from "@/components/ui/class-names";
import { operatorsIn, type PlacedOperator, withoutOperator } from "@/lib/search/operators";
import { useOperatorLabel, useOperatorValue } from "./operator-texts";
import styles from "./search-screen.module.css";

interface OperatorChipsProps {
  /** The search text. */
  readonly words: string;
  readonly onChange: (words: string) => void;
}

/** The operators of the search text as chips. A click on one removes it from the text. */
export function OperatorChips({ words, onChange }: OperatorChipsProps) {
  const t = useTranslations("search");
  const label = useOperatorLabel();
  const operators = operatorsIn(words);
  if (operators.length === 0) return null;
  return (
    <ul className={styles.operators} aria-label={t("textFilters")}>
      {operators.map((operator) => (
        <li key={`${operator.start} ${operator.name}`}>
          <Chip
            icon={X}
            aria-label={t("removeFilter", { filter: label(operator) })}
            className={classNames(styles.chosen, styles.operator)}
            onClick={() => onChange(withoutOperator(words, operator))}
          >
            <bdi className={styles.chipText}>
              <OperatorText operator={operator} />
            </bdi>
          </Chip>
        </li>
      ))}
    </ul>
  );
}

/** An operator. Its value is isolated: after an Arabic word, the parts of a date would be displayed in reverse order. */
function OperatorText({ operator }: { readonly operator: PlacedOperator }) {
  const t = useTranslations("search");
  const shownValue = useOperatorValue();
  if (operator.name === "has") return t("filter_code");
  return (
    <>
      {t(`filter_${operator.name}`)}: <bdi>{shownValue(operator)}</bdi>
    </>
  );
}
