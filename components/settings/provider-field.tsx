"use client";
import { useTranslations } from "use-intl";
import { FieldFrame } from "@/components/ui/field-frame";
import { SecretField } from "@/components/ui/secret-field";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import type { EndpointField } from "@/lib/fields/fields";
import { endpointOf, type Provider } from "@/lib/providers/provider";
import { takesSeveralKeys } from "@/lib/providers/several-keys";
import { accessKey, addressOf, hostOf, isAddress } from "@/lib/settings/access-settings";
import { isKeyForOtherHost, isKeyOfSite, isSentByRelay } from "@/lib/settings/connect";
import { useAccess } from "@/store/settings/access";
import { ExtraField } from "./extra-field";
import { RestorePrevious } from "./restore-previous";

interface ProviderFieldProps {
  readonly provider: Provider;
  readonly name: string;
}

/** One declared field of a provider, and the way back to what a link replaced in it. */
export function ProviderField({ provider, name }: ProviderFieldProps) {
  return (
    <>
      <Control provider={provider} name={name} />
      <RestorePrevious provider={provider} name={name} />
    </>
  );
}

/** The control of a field: its address, a part of its credential, or an option. */
function Control({ provider, name }: ProviderFieldProps) {
  const t = useTranslations("providers");
  const app = useTranslations("app");
  const access = useAccess();
  const field = provider.fields[name];
  const value = access.values[accessKey(provider, name)] ?? "";
  const onChange = (next: string) => access.setValue(provider, name, next);
  const siteHost = isKeyOfSite(provider, access, access.reach) ? access.reach.upstreamHosts?.[provider.id] : undefined;
  const label = t(name as "url", { provider: provider.name });
  if (name === "extraHeaders" || name === "extraBody") {
    return <ExtraField provider={provider} name={name} value={value} onChange={onChange} />;
  }
  switch (field?.kind) {
    case "endpoint":
      return <AddressField label={label} field={field} value={value} siteHost={siteHost} onChange={onChange} />;
    case "secret": {
      const host =
        siteHost || hostOf(addressOf(provider, access)) || hostOf(endpointOf(provider)?.publicUrl ?? "") || "";
      const isRelayed = isSentByRelay(provider, access, access.reach);
      const hint = host && t(isRelayed ? "keyHintRelay" : "keyHint", { host });
      return (
        <SecretField
          label={label}
          help={hint && name === "apiKey" && takesSeveralKeys(provider) ? t("severalKeys", { hint }) : hint}
          error={value && isKeyForOtherHost(provider, access, access.reach) ? t("keyForOtherHost") : undefined}
          value={value}
          onChange={onChange}
          showLabel={app("show")}
          hideLabel={app("hide")}
        />
      );
    }
    case "choice": {
      const options = field.options.map((option) => ({ value: option, label: t(option as "BLOCK_NONE") }));
      return (
        <FieldFrame label={label}>
          <Select value={value} options={options} onChange={onChange} />
        </FieldFrame>
      );
    }
    case "text":
      return <TextField label={label} ltr placeholder={field.default} value={value} onChange={onChange} />;
    default:
      return null;
  }
}

interface AddressFieldProps {
  readonly label: string;
  readonly field: EndpointField;
  readonly value: string;
  /** Host of the operator's address, if the key of this provider belongs there. */
  readonly siteHost: string | undefined;
  readonly onChange: (value: string) => void;
}

function AddressField({ label, field: { publicUrl, isFixed }, value, siteHost, onChange }: AddressFieldProps) {
  const address = siteHost ?? publicUrl;
  const t = useTranslations("providers");
  if (isFixed)
    return <TextField label={label} help={t("addressFixed")} ltr readOnly value={publicUrl} onChange={() => {}} />;
  return (
    <TextField
      label={label}
      help={address ? t("addressHint", { address }) : undefined}
      error={isAddress(value) ? undefined : t("addressInvalid")}
      type="url"
      ltr
      placeholder={address || "https://"}
      value={value}
      onChange={onChange}
    />
  );
}
