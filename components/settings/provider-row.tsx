"use client";
import { useTranslations } from "use-intl";
import { Disclosure } from "@/components/ui/disclosure";
import { SecretField } from "@/components/ui/secret-field";
import { TextField } from "@/components/ui/text-field";
import { endpointOf, type Provider, secretNames } from "@/lib/providers/provider";
import { accessKey, addressOf, hostOf, isAddress } from "@/lib/settings/access-settings";
import { hasOwnCredentials, isKeyForOtherHost } from "@/lib/settings/connect";
import { useAccess } from "@/store/access";
import { useModels } from "@/store/models";
import styles from "./settings-screen.module.css";

/** A provider as a folding row: its state in words, then its address and credentials. */
export function ProviderRow({ provider }: { provider: Provider }) {
  const t = useTranslations("settings");
  return (
    <Disclosure
      className={styles.provider}
      summary={
        <>
          <span className={styles.providerName}>{provider.name}</span>
          <span className={styles.providerState}>{t(useProviderState(provider))}</span>
        </>
      }
    >
      <div className={styles.providerFields}>
        {Object.keys(provider.fields).map((name) => (
          <ProviderField key={name} provider={provider} name={name} />
        ))}
      </div>
    </Disclosure>
  );
}

function useProviderState(provider: Provider) {
  const access = useAccess();
  const count = useModels((models) => models.fetched[provider.id]?.length ?? 0);
  if (provider.isLocal) return count > 0 ? "stateFound" : "stateNotFound";
  return hasOwnCredentials(provider, access, access.reach) ? "stateKeySet" : "stateNotSet";
}

function ProviderField({ provider, name }: { provider: Provider; name: string }) {
  const t = useTranslations();
  const access = useAccess();
  const publicUrl = endpointOf(provider)?.publicUrl ?? "";
  const value = access.values[accessKey(provider, name)] ?? "";
  const onChange = (next: string) => access.setValue(provider, name, next);
  if (secretNames(provider).includes(name)) {
    return (
      <SecretField
        label={t("settings.key", { provider: provider.name })}
        help={t("settings.keyHint", { host: hostOf(addressOf(provider, access)) || hostOf(publicUrl) || "" })}
        error={value && isKeyForOtherHost(provider, access) ? t("settings.keyForOtherHost") : undefined}
        value={value}
        onChange={onChange}
        showLabel={t("app.show")}
        hideLabel={t("app.hide")}
      />
    );
  }
  return (
    <TextField
      label={t("settings.address", { provider: provider.name })}
      help={t("settings.addressHint", { address: publicUrl })}
      error={isAddress(value) ? undefined : t("settings.addressInvalid")}
      type="url"
      ltr
      placeholder={publicUrl}
      value={value}
      onChange={onChange}
    />
  );
}
