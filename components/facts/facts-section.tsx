"use client";
import { Download, Pencil, Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { SettingRows } from "@/components/settings/setting-rows";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { IconButton } from "@/components/ui/icon-button";
import { ListRow } from "@/components/ui/list-row";
import { useListDate } from "@/components/use-dates";
import { type Fact, factLimits, factsAsMarkdown } from "@/lib/chat/facts";
import { fileNameOf } from "@/lib/export/file-name";
import { saveFile } from "@/store/base/save-file";
import { useUi } from "@/store/base/ui";
import { useFacts } from "@/store/library/facts";
import styles from "./facts-section.module.css";

/** The switch of remembered facts, and the facts, which can be added, edited, exported and deleted. */
export function FactsSection() {
  const t = useTranslations();
  const facts = useFacts((store) => store.facts);
  const [isAsking, setAsking] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = facts.length >= factLimits.count;

  function remove(ids: readonly string[]) {
    useUi.getState().toast({ kind: "facts-deleted" }, useFacts.getState().remove(ids));
    // The clicked button is unmounted.
    addButton.current?.focus();
  }

  return (
    <>
      <SettingRows section="facts" />
      <ListRow
        title={t("settings.facts")}
        subtitle={
          facts.length === 0 ? t("facts.none") : t("facts.count", { count: facts.length, max: factLimits.count })
        }
        anchor="fact-list"
        also={[t("fieldSynonyms.enableFacts"), ...facts.map(({ text }) => text)]}
      >
        <Button
          ref={addButton}
          size="small"
          icon={Plus}
          aria-haspopup="dialog"
          disabledReason={isFull ? t("facts.full") : undefined}
          onClick={() => useUi.getState().openDialog({ kind: "fact" })}
        >
          {t("facts.add")}
        </Button>
      </ListRow>
      {facts.length > 0 && (
        <>
          <div className={styles.list}>
            {facts.map((fact) => (
              <FactRow key={fact.id} fact={fact} onDelete={() => remove([fact.id])} />
            ))}
          </div>
          <div className={styles.actions}>
            <Button size="small" icon={Download} onClick={() => exportFacts(facts, t("settings.facts"))}>
              {t("facts.export")}
            </Button>
            <Button size="small" variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              {t("facts.deleteAll")}
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t("facts.deleteAllQuestion")}
        body={t("facts.deleteAllBody")}
        confirmLabel={t("facts.deleteAll")}
        cancelLabel={t("app.cancel")}
        closeLabel={t("app.close")}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          remove(facts.map(({ id }) => id));
        }}
      />
    </>
  );
}

/** Maximum length of a fact in the names of its buttons, in characters. */
const nameChars = 60;

function FactRow({ fact: { id, text, createdAt }, onDelete }: { readonly fact: Fact; readonly onDelete: () => void }) {
  const t = useTranslations("facts");
  const date = useListDate(createdAt);
  const name = text.slice(0, nameChars);
  return (
    <ListRow title={<bdi className={styles.text}>{text}</bdi>} subtitle={createdAt > 0 && date} also={[text]}>
      <IconButton
        icon={Pencil}
        label={t("editNamed", { text: name })}
        aria-haspopup="dialog"
        onClick={() => useUi.getState().openDialog({ kind: "fact", factId: id })}
      />
      <IconButton icon={Trash2} label={t("deleteNamed", { text: name })} onClick={onDelete} />
    </ListRow>
  );
}

function exportFacts(facts: readonly Fact[], title: string): void {
  const list = factsAsMarkdown(facts.map(({ text }) => text));
  const file = new Blob([`# ${title}\n\n${list}\n`], { type: "text/markdown" });
  saveFile(file, `${fileNameOf(title, "facts")}.md`);
}
