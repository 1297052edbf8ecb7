import { useFormatter, useTranslations } from "use-intl";
import type { LinkedMask } from "@/components/masks/use-linked-mask";
import { modelSettings } from "@/lib/chat/model-settings";
import type { Field, Fields } from "@/lib/fields/fields";
import type { LinkItem } from "@/lib/links/link-contents";
import { maskedKey } from "@/lib/links/masked-key";
import { endpointOf, type Provider } from "@/lib/providers/provider";
import { addressOf, hostOf } from "@/lib/settings/access-settings";
import { appSettings } from "@/lib/settings/app-settings";
import type { Messages } from "@/locales/messages";
import { useAccess } from "@/store/settings/access";
import { linkedModel } from "@/store/settings/apply-link";
import { shownProviderName } from "@/store/settings/models";

/** The texts of one effect of a link. */
interface ItemTexts {
  readonly title: string;
  readonly value?: string;
  /** The value is a technical name: a host, a key, a model. */
  readonly isCode?: boolean;
  readonly notes: readonly { readonly text: string; readonly isWarning?: true }[];
}

/** Returns the texts of one effect of a link; keys and codes are masked. */
export function useItemTexts(item: LinkItem, linkedMask: LinkedMask, isPossible: boolean): ItemTexts {
  const t = useTranslations();
  const format = useFormatter();
  const access = useAccess();

  switch (item.kind) {
    case "code":
      return { title: t("link.code"), value: maskedKey(""), isCode: true, notes: [{ text: t("link.codeNote") }] };
    case "address": {
      const { provider, address, host, warnings } = item;
      return {
        title: t("providers.url", { provider: provider.name }),
        value: address,
        isCode: true,
        notes: [
          { text: t("link.addressNote", { provider: provider.name, host }) },
          ...warnings.map((warning) => ({ text: t(`link.${warning}`, { host }), isWarning: true as const })),
        ],
      };
    }
    case "key": {
      const host = item.host ?? hostInUse(item.provider);
      return {
        title: t("providers.apiKey", { provider: item.provider.name }),
        value: maskedKey(item.key),
        isCode: true,
        notes: [{ text: isPossible ? t("link.keyNote", { host }) : t("link.keyAlone") }],
      };
    }
    case "setting":
    case "model-setting": {
      const field = fieldOf(item.kind, item.name);
      return { title: fieldWords(item.name) ?? item.name, value: valueWords(item.name, field, item.value), notes: [] };
    }
    case "chat-model":
    case "default-model": {
      const { model, providerName: provider } = linkedModel(item.model);
      const isDefault = item.kind === "default-model";
      return {
        title: t(isDefault ? "accessRows.defaultModel" : "models.title"),
        value: t("maskLink.modelOf", { model, provider: shownProviderName(provider) }),
        notes: [{ text: t(isDefault ? "accessRows.defaultModelHint" : "link.modelNote") }],
      };
    }
    case "mask":
      return {
        title: t("link.mask"),
        notes: linkedMask.state === "found" ? [] : [{ text: t(`maskLink.${linkedMask.state}`) }],
      };
    case "fill":
    case "submit":
      return { title: t(`link.${item.kind}`), value: item.text, notes: [{ text: t(`link.${item.kind}Note`) }] };
  }

  function hostInUse(provider: Provider): string {
    return hostOf(addressOf(provider, access)) || hostOf(endpointOf(provider)?.publicUrl ?? "") || "";
  }

  function fieldWords(key: string): string | undefined {
    return t.has(`fields.${key}` as "fields.theme") ? t(`fields.${key as keyof Messages["fields"]}`) : undefined;
  }

  function valueWords(name: string, field: Field | undefined, value: string | number | boolean): string {
    if (typeof value === "number") return format.number(value);
    if (typeof value === "string") {
      const isNamed = field?.kind === "choice" && /^[a-z]+$/i.test(value);
      return (isNamed ? fieldWords(name + value.charAt(0).toUpperCase() + value.slice(1)) : undefined) ?? value;
    }
    const isInverted = field?.kind === "toggle" && field.isShownInverted === true;
    return t(value !== isInverted ? "maskLink.on" : "maskLink.off");
  }
}

function fieldOf(kind: "setting" | "model-setting", name: string): Field | undefined {
  const fields: Fields = kind === "setting" ? appSettings : modelSettings;
  return fields[name];
}
