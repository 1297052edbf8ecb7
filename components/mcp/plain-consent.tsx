"use client";
import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/notice";

interface PlainConsentProps {
  /** The host in the local network, with its port. */
  readonly host: string;
  readonly isAllowed: boolean;
  readonly onChange: (isAllowed: boolean) => void;
}

/** Asks for consent to unencrypted connections to one host in the local network, and says what they mean. */
export function PlainConsent({ host, isAllowed, onChange }: PlainConsentProps) {
  const t = useTranslations("mcp");
  return (
    <Notice
      kind="warn"
      level={3}
      heading={t("unencrypted", { host })}
      text={
        <>
          <p>{t("unencryptedHint")}</p>
          {isMixedContent() && <p>{t("mixedContent")}</p>}
          <Checkbox checked={isAllowed} onChange={onChange}>
            {t("allowUnencrypted")}
          </Checkbox>
        </>
      }
    />
  );
}

/** Whether browsers treat unencrypted connections as mixed content, because the app was loaded over HTTPS. */
export function isMixedContent(): boolean {
  return location.protocol === "https:";
}
