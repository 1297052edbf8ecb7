"use client";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { useCopy } from "@/components/use-copy";
import type { SharedItem } from "@/lib/links/shared-item";
import { useUi } from "@/store/base/ui";
import { SharedFrame } from "./shared-frame";
import styles from "./shared-page.module.css";

interface SharedPromptViewProps {
  readonly prompt: Extract<SharedItem, { kind: "prompt" }>;
}

/** A shared prompt, which the reader can add to the own ones. */
export function SharedPromptView({ prompt: { title, content } }: SharedPromptViewProps) {
  const t = useTranslations();
  const { isCopied, copy } = useCopy();
  return (
    <SharedFrame
      title={title || t("promptList.untitled")}
      actions={
        <>
          <Button onClick={() => void copy(content)}>{t(isCopied ? "message.copied" : "message.copy")}</Button>
          <Button
            variant="solid"
            onClick={() => useUi.getState().openDialog({ kind: "prompts", given: { title, content } })}
          >
            {t("sealedLink.addPrompt")}
          </Button>
        </>
      }
    >
      <p className={styles.prompt} dir="auto">
        {content}
      </p>
    </SharedFrame>
  );
}
