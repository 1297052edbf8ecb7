"use client";
import { useTranslations } from "use-intl";
import type { ImportPlan } from "@/store/data";

/** How many pieces are named; the others are counted. */
const namedAtMost = 10;

/** What of a file was not understood, and why. */
export function NotUnderstoodList({ pieces }: { readonly pieces: ImportPlan["notUnderstood"] }) {
  const t = useTranslations("data");
  if (pieces.length === 0) return null;
  return (
    <>
      <p>{t("notUnderstood", { count: pieces.length })}</p>
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
