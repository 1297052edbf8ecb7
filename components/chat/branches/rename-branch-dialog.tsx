"use client";
import { type FormEvent, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import { maxBranchNameChars } from "@/lib/chat/message";

interface RenameBranchDialogProps {
  readonly name: string;
  /** The first words of the branch, which are shown without a name. */
  readonly words: string;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a branch. An empty name removes it. */
export function RenameBranchDialog({ name, words, onSave, onClose }: RenameBranchDialogProps) {
  const t = useTranslations();
  const form = useId();
  const [text, setText] = useState(name);

  function save(event: FormEvent) {
    event.preventDefault();
    onClose();
    onSave(text);
  }

  return (
    <Dialog
      open
      size="small"
      title={t("branches.rename")}
      closeLabel={t("app.close")}
      onClose={onClose}
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("app.cancel")}
          </Button>
          <Button variant="solid" type="submit" form={form}>
            {t("thread.save")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save}>
        <TextField
          label={t("branches.name")}
          value={text}
          placeholder={words}
          maxLength={maxBranchNameChars}
          dir="auto"
          data-initial-focus=""
          onChange={setText}
        />
      </form>
    </Dialog>
  );
}
