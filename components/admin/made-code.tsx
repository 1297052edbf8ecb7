"use client";
import { Check, Copy } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { useCopy } from "@/components/use-copy";
import { basePath } from "@/lib/platform/build-info";
import { linkOf } from "@/store/admin/code-draft";
import styles from "./admin.module.css";

export interface MadeCodeProps {
  readonly made: { readonly code: string; readonly entry?: string | undefined };
}

/** A new code, its link, and the entry of a short one, each with a button that copies it. */
export function MadeCode({ made: { code, entry } }: MadeCodeProps) {
  const t = useTranslations();
  return (
    <div className={styles.made} role="status">
      <Copied label={t("message.copy")} text={code} />
      <Copied label={t("masks.copyLink")} text={linkOf(code, `${location.origin}${basePath}`)} />
      {entry !== undefined && (
        <>
          <p className={styles.note}>{t("admin.shortHint")}</p>
          <Copied label={t("admin.copyEntry")} text={entry} />
        </>
      )}
    </div>
  );
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <div className={styles.copied}>
      <code dir="ltr">{text}</code>
      <Button size="small" icon={isCopied ? Check : Copy} onClick={() => void copy(text)}>
        {label}
      </Button>
    </div>
  );
}
