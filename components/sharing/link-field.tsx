"use client";
import { Check, Copy, ExternalLink } from "lucide-react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { TextField } from "@/components/ui/text-field";
import { useCopy } from "@/components/use-copy";
import type { SharedLink } from "@/store/sharing/shared-pages";
import styles from "./share-dialog.module.css";

/** The address of shared content, and its expiry. */
export function LinkField({ shared: { link, expires } }: { readonly shared: SharedLink }) {
  const t = useTranslations("sharing");
  const format = useFormatter();
  return (
    <>
      <TextField
        label={t("link")}
        value={link}
        readOnly
        ltr
        data-initial-focus=""
        onChange={() => {}}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className={styles.words}>
        {expires === undefined
          ? t("stays")
          : t("expires", { date: format.dateTime(expires, { dateStyle: "long", timeStyle: "short" }) })}
      </p>
    </>
  );
}

/** The actions on a link: open, and copy. */
export function LinkActions({ link }: { readonly link: string }) {
  const t = useTranslations("sharing");
  const { isCopied, copy } = useCopy();
  return (
    <>
      <LinkButton href={link} external icon={ExternalLink}>
        {t("open")}
      </LinkButton>
      <Button variant="solid" icon={isCopied ? Check : Copy} onClick={() => void copy(link)}>
        {t(isCopied ? "copied" : "copy")}
      </Button>
    </>
  );
}
