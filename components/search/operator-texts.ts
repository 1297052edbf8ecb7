"use client";
import { useFormatter, useTranslations } from "use-intl";
import { isolatedLtr } from "@/components/ui/isolated";
import { invalidOperatorsIn, type OperatorName, operatorsIn, type PlacedOperator } from "@/lib/search/operators";
import { boundaryDay } from "./search-of";

/** The forms of a date after `before:` and `after:`. */
const dateExamples = ["2026-03-31", "2026-03", "2026"];

type Operator = Pick<PlacedOperator, "name" | "value">;

/** Returns the function that formats an operator's value. Of a month or a year, it is the day that limits the search. */
export function useOperatorValue(): (operator: Operator) => string {
  const format = useFormatter();
  return ({ name, value }) =>
    name === "before" || name === "after"
      ? format.dateTime(boundaryDay(name, value), { day: "numeric", month: "short", year: "numeric" })
      : value;
}

/** Returns the function that names an operator. */
export function useOperatorLabel(): (operator: Operator) => string {
  const t = useTranslations("search");
  const shownValue = useOperatorValue();
  return (operator) =>
    operator.name === "has" ? t("filter_code") : `${t(`filter_${operator.name}`)}: ${shownValue(operator)}`;
}

/** Returns the function that explains an operator without a valid value. */
export function useInvalidText(): (name: OperatorName) => string {
  const t = useTranslations("search");
  const format = useFormatter();
  return (name) => {
    const operator = isolatedLtr(`${name}:`);
    if (name === "has") return t("invalidHas", { example: isolatedLtr("has:code") });
    if (name !== "before" && name !== "after") return t("missingName", { operator });
    const examples = format.list(dateExamples.map(isolatedLtr), { type: "disjunction" });
    return t("invalidDate", { operator, examples });
  };
}

/** Returns the function that explains the operators of a search text: the valid ones, and what others need. */
export function useOperatorTexts(): (words: string) => readonly string[] {
  const label = useOperatorLabel();
  const invalidText = useInvalidText();
  return (words) => [...operatorsIn(words).map(label), ...invalidOperatorsIn(words).map(invalidText)];
}
