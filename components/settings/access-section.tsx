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
  const flags = useAccess((access) => access.flags);
  usePastedLink();
  return (
    <>
      <ListRows>
        <HostedServiceRow />
        {flags?.needCode && <AccessCodeRow />}
        {(flags?.needCode || flags?.hasUser) && <CodeLimitsRow />}
        {!flags?.hideUserApiKey && <CustomConfigRow />}
        {process.env.BUILD_APP && <KeyStorageRow />}
        <UsageRow />
        <SettingRows section="access" />
      </ListRows>
      {!flags?.hideUserApiKey && <OwnProviders />}
    </>
  );
}

function HostedServiceRow() {
  const t = useTranslations("accessRows");
  const { hostedService } = brand.links;
  if (!hostedService) return null;
  return (
    <ListRow title={t("hostedService")} subtitle={t("hostedServiceHint")} anchor="hostedService">
      <LinkButton href={hostedService} external>
        {t("hostedServiceOpen")}
      </LinkButton>
    </ListRow>
  );
}

function AccessCodeRow() {
  const t = useTranslations("accessRows");
  const app = useTranslations("app");
  const { accessCode, setAccessCode } = useAccess();
  return (
    <ListRow
      title={t("accessCode")}
      subtitle={t("accessCodeHint")}
      anchor="accessCode"
      also={[t("accessCodeAlso")]}
      wide
    >
      <SecretField value={accessCode} onChange={setAccessCode} showLabel={app("show")} hideLabel={app("hide")} />
    </ListRow>
  );
}

function CustomConfigRow() {
  const t = useTranslations();
  const { useCustomConfig, setUseCustomConfig } = useAccess();
  return (
    <ListRow
      title={t("accessRows.useCustomConfig")}
      subtitle={t("accessRows.useCustomConfigHint")}
      anchor="useCustomConfig"
      also={[t("providers.keyAlso")]}
      isLabel
    >
      <Switch checked={useCustomConfig} onChange={setUseCustomConfig} />
    </ListRow>
  );
}

/** The providers that the user can use with an own key, and the user's own servers. */
function OwnProviders() {
  const t = useTranslations();
  const hasCustomConfig = useAccess((access) => access.useCustomConfig);
  return (
    <>
      <h3 className={styles.providers}>{t("providers.title")}</h3>
      <div className={styles.addKey}>
        <Button icon={KeyRound} aria-haspopup="dialog" onClick={() => useUi.getState().openDialog({ kind: "add-key" })}>
          {t("access.useOwnKey")}
        </Button>
      </div>
      <p className={styles.pasteHint}>{t("providers.pasteHint")}</p>
      {builtInProviders
        .filter((provider) => Object.keys(provider.fields).length > 0 && (hasCustomConfig || provider.isLocal))
        .map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      <OwnServers />
    </>
  );
}
