"use client";
import { Check, Copy, Link } from "lucide-react";
import { type FocusEvent, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { SealedLinkDialog } from "@/components/sharing/sealed-link-dialog";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { useCopy } from "@/components/use-copy";
import type { Prompt } from "@/lib/chat/prompts";
import { maxTitleChars, type SharedItem } from "@/lib/links/shared-item";
import { usePrompts } from "@/store/library/prompts";
import styles from "./prompt-dialog.module.css";

interface PromptDialogProps extends DialogOpening {
  readonly prompt: Prompt;
  readonly isOwn: boolean;
  /** Whether it was created to be edited now. */
  readonly isNew: boolean;
}

/** A prompt: the user's own is edited, and every change is stored at once; a built-in one is read-only. */
export function PromptDialog({ prompt, isOwn, isNew, open, onClose }: PromptDialogProps) {
  const t = useTranslations();
  const { isCopied, copy } = useCopy();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isOwn ? t(isNew ? "promptList.createTitle" : "promptList.editTitle") : prompt.title}
      closeLabel={t("app.close")}
      footerStart={
        <>
          <Button icon={isCopied ? Check : Copy} onClick={() => void copy(prompt.content)}>
            {t(isCopied ? "message.copied" : "message.copy")}
          </Button>
          <SharePrompt prompt={prompt} />
        </>
      }
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("chatSettings.done")}
        </Button>
      }
    >
      {isOwn ? (
        <Fields prompt={prompt} />
      ) : (
        <p className={styles.text} dir="auto">
          {prompt.content}
        </p>
      )}
    </Dialog>
  );
}

function SharePrompt({ prompt: { title, content } }: Pick<PromptDialogProps, "prompt">) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const item = useMemo(
    (): SharedItem => ({ kind: "prompt", title: title.slice(0, maxTitleChars), content }),
    [title, content],
  );
  return (
    <>
      <Button icon={Link} onClick={() => setOpen(true)}>
        {t("sharing.shareLink")}
      </Button>
      <SealedLinkDialog
        title={t("sealedLink.prompt")}
        name={title || t("promptList.untitled")}
        item={item}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function Fields({ prompt: { id, title, content } }: Pick<PromptDialogProps, "prompt">) {
  const t = useTranslations("promptList");
  const change = usePrompts((prompts) => prompts.change);
  const isNew = title === t("newTitle") && content === t("newContent");

  /** Selects the placeholder text of a new prompt, so that typing replaces it. */
  function selectPlaceholder({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) {
    if (isNew || currentTarget.value === t("newContent")) currentTarget.select();
  }

  return (
    <div className={styles.fields}>
      <TextField
        label={t("promptTitle")}
        value={title}
        maxLength={200}
        dir="auto"
        onFocus={selectPlaceholder}
        onChange={(next) => change(id, { title: next })}
      />
      <TextArea
        label={t("promptContent")}
        value={content}
        rows={10}
        dir="auto"
        onFocus={selectPlaceholder}
        onChange={(next) => change(id, { content: next })}
      />
    </div>
  );
}
