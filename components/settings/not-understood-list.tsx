"use client";
import { useTranslations } from "use-intl";
import type { ImportReport } from "@/store/data/import-messages";

/** Maximum number of parts that are named; the others are only counted. */
const maxNamed = 10;

interface NotUnderstoodListProps {
  readonly pieces: ImportReport["notUnderstood"]["first"];
  /** The number of all parts, if not all are given. */
  readonly count?: number;
}

/** The parts of a file that could not be parsed, with reasons. */
export function NotUnderstoodList({ pieces, count = pieces.length }: NotUnderstoodListProps) {
  const t = useTranslations("data");
  if (count === 0) return null;
  return (
    <>
      <p>{t("notUnderstood", { count })}</p>
      <ul>
        {pieces.slice(0, maxNamed).map(({ where, reason }) => (
          <li key={`${where} ${reason}`}>
            <code dir="ltr">{where}</code> {t(reason)}
          </li>
        ))}
      </ul>
    </>
  );
}
