"use client";
import { useTranslations } from "use-intl";
import type { ImportReport } from "@/store/data/import-messages";

/** How many pieces are named; the others are counted. */
const namedAtMost = 10;

interface NotUnderstoodListProps {
  readonly pieces: ImportReport["notUnderstood"]["first"];
  /** How many there are, where not all are given. */
  readonly count?: number;
}

/** What of a file was not understood, and why. */
export function NotUnderstoodList({ pieces, count = pieces.length }: NotUnderstoodListProps) {
  const t = useTranslations("data");
  if (count === 0) return null;
  return (
    <>
      <p>{t("notUnderstood", { count })}</p>
      <ul>
        {pieces.slice(0, namedAtMost).map(({ where, reason }) => (
          <li key={`${where} ${reason}`}>
            <code dir="ltr">{where}</code> {t(reason)}
          </li>
        ))}
      </ul>
    </>
  );
}
