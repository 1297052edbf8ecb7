"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import { TextArea } from "@/components/ui/text-area";
import { factLimits, factText } from "@/lib/chat/facts";
import { toAppError } from "@/lib/errors";
import { isSettingLocked } from "@/lib/platform/site-rules";
import { report, useUi } from "@/store/base/ui";
import { useFacts } from "@/store/library/facts";
import { useSettings } from "@/store/settings/settings";
import styles from "./facts-section.module.css";

interface FactDialogProps extends DialogOpening {
  /** The fact that is edited; a new one without it. */
  readonly factId?: string | undefined;
  /** The proposed text of a new fact. */
  readonly text?: string | undefined;
}

/** Edits a remembered fact, or adds one. While facts are off, it offers to turn them on. */
export function FactDialog({ factId, text: proposed, open, onClose }: FactDialogProps) {
  const t = useTranslations();
  const isFull = useFacts(({ facts }) => factId === undefined && facts.length >= factLimits.count);
  const [text, setText] = useState(() => factText(storedText(factId) ?? proposed ?? ""));
  const isEmpty = factText(text) === "";
  const reason = isFull ? t("facts.full") : isEmpty ? t("toolCalls.field_required") : undefined;

  const title = t(factId !== undefined ? "facts.edit" : proposed === undefined ? "facts.add" : "message.remember");

  async function save() {
    if (reason !== undefined) return;
    onClose();
    try {
      // An unread list would replace the new fact.
      await useFacts.whenRead();
      const { add, change } = useFacts.getState();
      if (factId !== undefined) change(factId, text);
      else if (add(text)) useUi.getState().toast({ kind: "fact-saved" });
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={t("app.close")}
      size="small"
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("app.cancel")}
          </Button>
          <Button variant="solid" disabledReason={reason} onClick={() => void save()}>
            {t("thread.save")}
          </Button>
        </>
      }
    >
      <TextArea
        label={t("facts.text")}
        help={t("facts.textHint", { max: factLimits.chars })}
        value={text}
        maxLength={factLimits.chars}
        dir="auto"
        data-initial-focus=""
        onChange={setText}
      />
      <div className={styles.turnOn}>
        <TurnOnRow />
      </div>
    </Dialog>
  );
}

function storedText(factId: string | undefined): string | undefined {
  return useFacts.getState().facts.find(({ id }) => id === factId)?.text;
}

/** The switch of remembered facts, if they were off when the dialog opened and the user can turn them on. */
function TurnOnRow() {
  const t = useTranslations();
  const { enableFacts, set } = useSettings();
  const [wasOff] = useState(!enableFacts);
  if (!wasOff || isSettingLocked("enableFacts")) return null;
  return (
    <ListRows>
      <ListRow
        title={t("fields.enableFacts")}
        subtitle={t(enableFacts ? "fields.enableFactsHint" : "facts.off")}
        isLabel
      >
        <Switch checked={enableFacts} onChange={(isOn) => set("enableFacts", isOn)} />
      </ListRow>
    </ListRows>
  );
}
