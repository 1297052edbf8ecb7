"use client";
import { useTranslations } from "use-intl";
import { ModelRow } from "@/components/chat/settings/model-row";
import { ModelSettingRows } from "@/components/chat/settings/model-setting-rows";
import { useSettings } from "@/store/settings/settings";

/** The default model of chats and its settings; chats that follow the global settings use them. */
export function ModelDefaults() {
  const t = useTranslations();
  const settings = useSettings((store) => store.modelConfig);
  const setModelConfig = useSettings((store) => store.setModelConfig);
  return (
    <>
      <ModelRow
        title={t("accessRows.defaultModel")}
        subtitle={t("accessRows.defaultModelHint")}
        anchor="defaultModel"
        model={settings.model}
        providerName={settings.providerName}
        unset={t("composer.noModel")}
        onPick={(model, providerName) => setModelConfig({ model, providerName })}
      />
      <ModelSettingRows settings={settings} onChange={setModelConfig} />
    </>
  );
}
