"use client";
import { useTranslations } from "use-intl";
import { ModelRow } from "@/components/chat/settings/model-row";
import { ModelSettingRows } from "@/components/chat/settings/model-setting-rows";
import { useGlobalSettings } from "@/components/masks/use-masks";
import { ListRow } from "@/components/ui/list-row";
import { TextArea } from "@/components/ui/text-area";
import { useSettings } from "@/store/settings/settings";
import { ReplyNotificationsRow } from "./reply-notifications-row";

/**
 * The default model of chats and its settings; chats that follow the global settings use them. If the stored model is
 * not the one in use, the model in use is shown.
 */
export function ModelDefaults() {
  const t = useTranslations();
  const settings = useGlobalSettings();
  const systemPrompt = useSettings((store) => store.systemPrompt);
  const setSystemPrompt = useSettings((store) => store.setSystemPrompt);
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
      <ListRow
        title={t("modelDefaults.systemPrompt")}
        subtitle={t("modelDefaults.systemPromptHint")}
        anchor="systemPrompt"
        also={[t("modelDefaults.systemPromptAlso")]}
        stacked
      >
        <TextArea value={systemPrompt} onChange={setSystemPrompt} dir="auto" />
      </ListRow>
      <ModelSettingRows settings={settings} onChange={setModelConfig} />
      <ReplyNotificationsRow />
    </>
  );
}
