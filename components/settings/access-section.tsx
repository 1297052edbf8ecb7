"use client";
import { KeyRound } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { SecretField } from "@/components/ui/secret-field";
import { Switch } from "@/components/ui/switch";
import { brand } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";
import { builtInProviders, useAccess } from "@/store/settings/access";
import { CodeLimitsRow } from "./code-limits-row";
import { KeyStorageRow } from "./key-storage-row";
import { OwnServers } from "./own-servers";
import { ProviderRow } from "./provider-row";
import { SettingRows } from "./setting-rows";
import styles from "./settings-screen.module.css";
import { UsageRow } from "./usage-row";
import { usePastedLink } from "./use-pasted-link";

/** Access to the models: the site's access code, and the user's own keys and addresses. */
export function AccessSection() {
  const t = useTranslations();
  const { flags, accessCode, useCustomConfig, setAccessCode, setUseCustomConfig } = useAccess();
  const { hostedService } = brand.links;
  usePastedLink();
  return (
    <>
      <ListRows>
        {hostedService && (
          <ListRow
            title={t("accessRows.hostedService")}
            subtitle={t("accessRows.hostedServiceHint")}
            anchor="hostedService"
          >
            <LinkButton href={hostedService} external>
              {t("accessRows.hostedServiceOpen")}
            </LinkButton>
          </ListRow>
        )}
        {flags?.needCode && (
          <ListRow
            title={t("accessRows.accessCode")}
            subtitle={t("accessRows.accessCodeHint")}
            anchor="accessCode"
            also={[t("accessRows.accessCodeAlso")]}
            wide
          >
            <SecretField
              value={accessCode}
              onChange={setAccessCode}
              showLabel={t("app.show")}
              hideLabel={t("app.hide")}
            />
          </ListRow>
        )}
        {(flags?.needCode || flags?.hasUser) && <CodeLimitsRow />}
        {!flags?.hideUserApiKey && (
          <ListRow
            title={t("accessRows.useCustomConfig")}
            subtitle={t("accessRows.useCustomConfigHint")}
            anchor="useCustomConfig"
            also={[t("providers.keyAlso")]}
            isLabel
          >
            <Switch checked={useCustomConfig} onChange={setUseCustomConfig} />
          </ListRow>
        )}
        {process.env.BUILD_APP && <KeyStorageRow />}
        <UsageRow />
        <SettingRows section="access" />
      </ListRows>
      {!flags?.hideUserApiKey && (
        <>
          <h3 className={styles.providers}>{t("providers.title")}</h3>
          <div className={styles.addKey}>
            <Button
              icon={KeyRound}
              aria-haspopup="dialog"
              onClick={() => useUi.getState().openDialog({ kind: "add-key" })}
            >
              {t("access.useOwnKey")}
            </Button>
          </div>
          <p className={styles.pasteHint}>{t("providers.pasteHint")}</p>
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
