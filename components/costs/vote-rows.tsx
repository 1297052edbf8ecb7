"use client";
import { Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { type VoteRow, voteRows } from "@/lib/chat/votes";
import { useVotes } from "@/store/costs/votes";
import { shownProviderName } from "@/store/settings/models";
import styles from "./costs.module.css";

/** The votes for the best replies of comparisons by model, and a button that deletes them. */
export function VoteRows() {
  const t = useTranslations("costs");
  const votes = useVotes((store) => store.votes);
  const rows = voteRows(Object.values(votes));
  const isEmpty = rows.length === 0;
  return (
    <ListRow
      title={t("votes")}
      subtitle={isEmpty ? t("noVotes") : t("votesHint")}
      anchor="votes"
      also={[t("votesAlso")]}
      stacked
      className={styles.months}
    >
      {!isEmpty && <VoteTable rows={rows} />}
      <DeleteVotes isEmpty={isEmpty} />
    </ListRow>
  );
}

function VoteTable({ rows }: { readonly rows: readonly VoteRow[] }) {
  const t = useTranslations();
  const format = useFormatter();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t("costs.votes")}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("settings.model")}</th>
            <th scope="col">{t("costs.comparisons")}</th>
            <th scope="col">{t("costs.votes")}</th>
            <th scope="col">{t("costs.share")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ providerName, model, comparisons, votes }) => (
            <tr key={`${providerName} ${model}`}>
              <th scope="row">
                <bdi dir="ltr">{model}</bdi>
                <span className={styles.provider}>
                  <bdi>{shownProviderName(providerName)}</bdi>
                </span>
              </th>
              <td>{format.number(comparisons)}</td>
              <td>{format.number(votes)}</td>
              <td>{format.number(votes / comparisons, { style: "percent" })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Deletes all votes. One button for this and for undo, so that it keeps the focus. */
function DeleteVotes({ isEmpty }: { readonly isEmpty: boolean }) {
  const t = useTranslations();
  const [undo, setUndo] = useState<() => void>();
  if (isEmpty && !undo) return null;
  return (
    <span className={styles.deletion}>
      <Button
        size="small"
        icon={undo ? Undo2 : Trash2}
        onClick={() => {
          if (undo) {
            undo();
            setUndo(undefined);
          } else {
            const restore = useVotes.getState().clear();
            setUndo(() => restore);
          }
        }}
      >
        {undo ? t("app.undo") : t("costs.deleteVotes")}
      </Button>
      <span role="status">{undo && t("costs.votesDeleted")}</span>
    </span>
  );
}
