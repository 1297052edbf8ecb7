"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { FamilyTile } from "@/components/chat/session-avatar";
import { classNames } from "@/components/ui/class-names";
import { Disclosure } from "@/components/ui/disclosure";
import { LetterAvatar } from "@/components/ui/letter-avatar";
import { useRowSearch } from "@/components/ui/row-search";
import { familyOfProvider } from "@/lib/models/family";
import type { Provider } from "@/lib/providers/provider";
import { accessKey, addressOf, valuesOfProvider } from "@/lib/settings/access-settings";
import { isKeyForOtherHost, isKeyOfSite } from "@/lib/settings/connect";
import { hasOwnCredentials } from "@/lib/settings/credentials";
import { useAccess } from "@/store/settings/access";
import { useModels } from "@/store/settings/models";
import { ModelDownload } from "./model-download";
import { ProviderCheck } from "./provider-check";
import { ProviderField } from "./provider-field";
import styles from "./settings-screen.module.css";

interface ProviderRowProps {
  readonly provider: Provider;
  readonly isOpen?: boolean;
  /** Content above the provider's own fields, and below all. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
}

/** A provider as a collapsible row: its state, then its address, its credentials and a check. */
export function ProviderRow({ provider, isOpen, above, below }: ProviderRowProps) {
  const t = useTranslations("providers");
  const state = useProviderState(provider);
  const settings = useAccess((access) =>
    JSON.stringify([access.useCustomConfig, access.accessCode, provider.place, valuesOfProvider(provider, access)]),
  );
  return (
    <div
      {...useRowSearch(provider.id, [
        provider.name,
        t("keyAlso"),
        ...(provider.isCustom ? [t("apiType")] : []),
        ...(provider.hasOllamaApi ? [t("download"), t("downloadName")] : []),
        ...Object.keys(provider.fields).map((name) => t(name as "url", { provider: provider.name })),
      ])}
    >
      <Disclosure
        className={styles.provider}
        open={isOpen}
        summary={
          <>
            {provider.isCustom ? (
              <LetterAvatar name={provider.name} size="medium" />
            ) : (
              <FamilyTile family={familyOfProvider(provider)} name={provider.name} size="medium" />
            )}
            <span className={styles.providerName}>{provider.name}</span>
            <span className={classNames(styles.providerState, state.isGood && styles.good)}>{t(state.words)}</span>
          </>
        }
      >
        <div className={styles.providerFields}>
          {above}
          {Object.keys(provider.fields).map((name) => (
            <ProviderField key={name} provider={provider} name={name} />
          ))}
          {/* The key resets the check when the settings change, because its result is only valid for them. */}
          <ProviderCheck key={settings} provider={provider} />
          {provider.hasOllamaApi && <ModelDownload provider={provider} />}
          {below}
        </div>
      </Disclosure>
    </div>
  );
}

function useProviderState(provider: Provider) {
  const access = useAccess();
  const count = useModels((models) => models.fetched[provider.id]?.length ?? 0);
  const hasAddress = addressOf(provider, access) !== "";
  if (provider.isLocal) return { words: count > 0 ? "found" : "notFound", isGood: count > 0 } as const;
  const isKeyless = provider.isCustom && !access.values[accessKey(provider, "apiKey")];
  if (!isKeyless && hasOwnCredentials(provider, access, access.reach)) {
    const isOfSite = isKeyOfSite(provider, access, access.reach);
    return { words: isOfSite ? "keySetSite" : hasAddress ? "keySetCustom" : "keySet", isGood: true } as const;
  }
  if (provider.isCustom && hasAddress) return { words: "addressSet", isGood: true } as const;
  // Calls then go out with the site's key, if it has one.
  const isForOther = isKeyForOtherHost(provider, access, access.reach);
  return { words: isForOther ? "keyForOther" : "notSet", isGood: false } as const;
}
