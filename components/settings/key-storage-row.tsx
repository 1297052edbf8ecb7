"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import { credentialProtection, storePlainCredentials } from "@/store/app/protect-credentials";

/** The storage of keys in the desktop app. Without a keychain, the user may have them stored in plain text. */
export function KeyStorageRow() {
  const t = useTranslations("accessRows");
  const protection = credentialProtection();
  const [isPlain, setPlain] = useState(protection?.kind === "plain");
  if (!protection) return null;
  if (protection.kind === "keychain")
    return (
      <ListRow
        title={t("keyStorage")}
        subtitle={t("keysInKeychain")}
        anchor="keyStorage"
        also={[t("keyStorageAlso")]}
      />
    );
  const { kind, reason } = protection;
  return (
    <>
      <ListRow
        title={t("keyStorage")}
        subtitle={t(kind === "plain" ? "keysPlain" : "keysNotStored", { reason })}
        anchor="keyStorage"
        also={[t("keyStorageAlso")]}
      />
      <ListRow title={t("storePlain")} subtitle={t("storePlainHint")} isLabel>
        <Switch
          checked={isPlain}
          onChange={(isWanted) => {
            storePlainCredentials(isWanted);
            setPlain(isWanted);
          }}
        />
      </ListRow>
    </>
  );
}
