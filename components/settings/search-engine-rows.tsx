"use client";
import { useTranslations } from "use-intl";
import { FieldRow } from "@/components/form/field-row";
import { ListRow } from "@/components/ui/list-row";
import { SecretField } from "@/components/ui/secret-field";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { isAddress } from "@/lib/settings/access-settings";
import {
  isSearchKeyForOtherHost,
  ownSearchEngine,
  publicSearchAddress,
  searchHost,
} from "@/lib/settings/search-access";
import { searchSettings } from "@/lib/settings/search-settings";
import { useAccess } from "@/store/settings/access";
import { changeSearch } from "@/store/settings/change-search";
import { useSettings } from "@/store/settings/settings";
import { checkSearch } from "@/store/tools/check-search";
import { CheckRow } from "./check-row";

/** The search engine for models without a web search: the user's own, unless the site forbids own keys. */
export function SearchEngineRows() {
  const engine = useSettings((store) => store.searchConfig.engine);
  const isPreferred = useSettings((store) => store.searchConfig.isPreferred);
  const isComplete = useSettings((store) => ownSearchEngine(store.searchConfig) !== undefined);
  const mayHaveKey = useAccess(({ reach }) => !reach.refusesOwnKeys);
  const siteHost = useAccess(({ flags }) => flags?.searchHost ?? "");
  const isOwn = mayHaveKey && engine !== "none";
  return (
    <>
      {mayHaveKey && <EngineRow siteHost={siteHost} />}
      {isOwn && engine === "SearXNG" && <AddressRow />}
      {isOwn && <KeyRow />}
      {isOwn && engine !== "SearXNG" && <AddressRow />}
      {isOwn && isComplete && <EngineCheckRow />}
      {(isOwn || siteHost !== "") && (
        <FieldRow
          words="searchFields"
          name="isPreferred"
          field={searchSettings.isPreferred}
          value={isPreferred}
          onChange={(next) => changeSearch({ isPreferred: next })}
        />
      )}
    </>
  );
}

function EngineRow({ siteHost }: { readonly siteHost: string }) {
  const t = useTranslations("searchFields");
  const engine = useSettings((store) => store.searchConfig.engine);
  const options = searchSettings.engine.options.map((value) => ({
    value,
    label: value === "none" ? (siteHost ? t("engineSite", { host: siteHost }) : t("engineNone")) : value,
  }));
  return (
    <ListRow
      title={t("engine")}
      subtitle={t("engineHint")}
      anchor="searchFields.engine"
      also={[t("engineAlso"), ...options.map(({ label }) => label)]}
    >
      <Select value={engine} options={options} onChange={(next) => changeSearch({ engine: next })} />
    </ListRow>
  );
}

/** The key is bound to a host: if that changes, the key must be entered again. */
function KeyRow() {
  const t = useTranslations("searchFields");
  const providers = useTranslations("providers");
  const app = useTranslations("app");
  const settings = useSettings((store) => store.searchConfig);
  const hasRelay = useAccess(({ reach }) => reach.relay !== undefined);
  const host = searchHost(settings);
  const isOptional = settings.engine === "SearXNG" && settings.apiKey === "";
  const hint = isOptional ? t("keyOptional") : host && providers(hasRelay ? "keyHintRelay" : "keyHint", { host });
  return (
    <ListRow
      title={providers("apiKey", { provider: settings.engine })}
      subtitle={isSearchKeyForOtherHost(settings) ? providers("keyForOtherHost") : hint}
      anchor="searchFields.apiKey"
      wide
    >
      <SecretField
        value={settings.apiKey}
        onChange={(apiKey) => changeSearch({ apiKey })}
        showLabel={app("show")}
        hideLabel={app("hide")}
      />
    </ListRow>
  );
}

function AddressRow() {
  const providers = useTranslations("providers");
  const { engine, address } = useSettings((store) => store.searchConfig);
  const usual = publicSearchAddress(engine);
  return (
    <ListRow
      title={providers("url", { provider: engine })}
      subtitle={usual && providers("addressHint", { address: usual })}
      anchor="searchFields.address"
      wide
    >
      <TextField
        type="url"
        ltr
        placeholder={usual || searchSettings.address.example}
        error={isAddress(address.trim()) ? undefined : providers("addressInvalid")}
        value={address}
        onChange={(next) => changeSearch({ address: next })}
      />
    </ListRow>
  );
}

/** Sends a search to find out whether the engine works. */
function EngineCheckRow() {
  const t = useTranslations("searchFields");
  const host = useSettings((store) => searchHost(store.searchConfig));
  return (
    <CheckRow title={t("check")} hint={t("checkHint", { host })} anchor="searchFields.check" check={checkSearch} />
  );
}
