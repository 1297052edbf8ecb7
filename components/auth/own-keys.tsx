"use client";
import { useTranslations } from "use-intl";
import { SecretField } from "@/components/ui/secret-field";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { accessKey, addressOf, hostOf } from "@/lib/settings/access-settings";
import { useAccess } from "@/store/settings/access";
import styles from "./access-form.module.css";

/** Fields for the most common keys, as an alternative to the code. Other providers are in the settings. */
export function OwnKeys({ isAlternative }: { readonly isAlternative: boolean }) {
  const t = useTranslations("auth");
  return (
    <>
      {isAlternative && <p className={styles.or}>{t("orKey")}</p>}
      <KeyField provider={providers.openai} example="sk-…" />
      <KeyField provider={providers.google} example="AIza…" />
    </>
  );
}

function KeyField({ provider, example }: { readonly provider: Provider; readonly example: string }) {
  const t = useTranslations();
  const access = useAccess();
  // Name the host if it is not the provider's own, because the key is sent there.
  const host = hostOf(addressOf(provider, access));
  return (
    <SecretField
      label={t("auth.key", { provider: provider.name })}
      help={host ? t("providers.keyHint", { host }) : undefined}
      value={access.values[accessKey(provider, "apiKey")] ?? ""}
      placeholder={example}
      showLabel={t("app.show")}
      hideLabel={t("app.hide")}
      onChange={(key) => {
        access.setValue(provider, "apiKey", key);
        if (key.trim() !== "") access.setUseCustomConfig(true);
      }}
    />
  );
}
