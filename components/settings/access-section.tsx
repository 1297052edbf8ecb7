"use client";
import { useTranslations } from "use-intl";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { SecretField } from "@/components/ui/secret-field";
import { Switch } from "@/components/ui/switch";
import { builtInProviders, useAccess } from "@/store/access";
import { OwnServers } from "./own-servers";
import { ProviderRow } from "./provider-row";
import { SettingRows } from "./setting-rows";
import styles from "./settings-screen.module.css";

/** How the models are reached: the site's access code, and the person's own keys and addresses. */
export function AccessSection() {
  const t = useTranslations();
  const { flags, accessCode, useCustomConfig, setAccessCode, setUseCustomConfig } = useAccess();
  return (
    <>
      <ListRows>
        {flags?.needCode && (
          <ListRow title={t("settings.accessCode")} subtitle={t("settings.accessCodeHint")} wide>
            <SecretField
              value={accessCode}
              onChange={setAccessCode}
              showLabel={t("app.show")}
              hideLabel={t("app.hide")}
            />
          </ListRow>
        )}
        {!flags?.hideUserApiKey && (
          <ListRow title={t("settings.useCustomConfig")} subtitle={t("settings.useCustomConfigHint")} isLabel>
            <Switch checked={useCustomConfig} onChange={setUseCustomConfig} />
          </ListRow>
        )}
        <SettingRows section="access" />
      </ListRows>
      {!flags?.hideUserApiKey && (
        <>
          <h3 className={styles.providers}>{t("providers.title")}</h3>
          {builtInProviders
            .filter((provider) => Object.keys(provider.fields).length > 0 && (useCustomConfig || provider.isLocal))
            .map((provider) => (
              <ProviderRow key={provider.id} provider={provider} />
            ))}
          <OwnServers />
        </>
      )}
    </>
  );
}
