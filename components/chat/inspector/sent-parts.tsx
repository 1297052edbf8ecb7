"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { type InspectedPart, sentParts } from "@/store/turns/inspect-request";
import type { SentRequest } from "@/store/turns/recorded-replies";
import styles from "./inspector-dialog.module.css";

/** Returns the function that formats the tokens of a part, and the number of its messages. */
export function usePartLabel(): (part: Pick<InspectedPart, "kind" | "tokens" | "count">) => string {
  const t = useTranslations();
  return ({ kind, tokens, count }) => {
    const isCounted = kind === "pinned" || kind === "history";
    const facts = [t("composer.tokens", { count: tokens }), isCounted && t("chat.messages", { count })];
    return facts.filter(Boolean).join(" · ");
  };
}

/** The parts of the request of a reply, with their estimated tokens. */
export function SentParts({ request }: { readonly request: SentRequest }) {
  const t = useTranslations();
  const labelOf = usePartLabel();
  const [parts, setParts] = useState<readonly InspectedPart[]>();

  useEffect(() => {
    let isCurrent = true;
    sentParts(request).then(
      (found) => isCurrent && setParts(found),
      (thrown: unknown) => report(toAppError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [request]);

  if (!parts) return null;
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.heading}>{t("replyDetails.parts")}</h3>
      </div>
      <ListRows>
        {parts.map((part) => (
          <ListRow key={part.kind} title={t(`inspector.part_${part.kind}`)} subtitle={labelOf(part)} />
        ))}
      </ListRows>
    </>
  );
}
