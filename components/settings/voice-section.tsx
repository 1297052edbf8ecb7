"use client";
import { useTranslations } from "use-intl";
import { FieldRow } from "@/components/form/field-row";
import { ListRow } from "@/components/ui/list-row";
import { SecretField } from "@/components/ui/secret-field";
import { realtimeModel } from "@/lib/providers/codecs/realtime-model";
import { voiceKey } from "@/lib/settings/voice-access";
import { type VoiceSettings, voiceSettings } from "@/lib/settings/voice-settings";
import { useAccess } from "@/store/settings/access";
import { changeVoice } from "@/store/settings/change-voice";
import { useSettings } from "@/store/settings/settings";

/** The settings of live conversations. */
export function VoiceSection() {
  const { enable, provider } = useSettings((store) => store.realtimeConfig);
  const mayHaveKey = useAccess(({ reach }) => !reach.refusesOwnKeys);
  if (!enable) return <VoiceRow name="enable" />;
  return (
    <>
      <VoiceRow name="enable" />
      <VoiceRow name="provider" />
      {provider === "OpenAI" && <VoiceRow name="model" shown={realtimeModel} />}
      {mayHaveKey && <KeyRow />}
      {provider === "Azure" && <VoiceRow name="azureEndpoint" />}
      {provider === "Azure" && <VoiceRow name="azureDeployment" />}
      <VoiceRow name="voice" />
    </>
  );
}

interface VoiceRowProps {
  readonly name: Exclude<keyof typeof voiceSettings, "apiKey">;
  /** Returns the displayed form of a text, if it differs from the stored one. */
  readonly shown?: (text: string) => string;
}

function VoiceRow({ name, shown }: VoiceRowProps) {
  const value = useSettings((store) => store.realtimeConfig[name]);
  return (
    <FieldRow
      words="voiceFields"
      name={name}
      field={voiceSettings[name]}
      value={shown ? shown(String(value)) : value}
      onChange={(next) => changeVoice({ [name]: next })}
    />
  );
}

/** The key is bound to a host: if that changes, the key must be entered again. */
function KeyRow() {
  const t = useTranslations("voiceFields");
  const app = useTranslations("app");
  const settings: VoiceSettings = useSettings((store) => store.realtimeConfig);
  const isForOtherHost = settings.apiKey !== "" && voiceKey(settings) === undefined;
  const hint = settings.provider === "Azure" ? t("apiKeyHintAzure") : t("apiKeyHint");
  return (
    <ListRow
      title={t("apiKey")}
      subtitle={isForOtherHost ? t("apiKeyForOtherHost") : hint}
      anchor="voiceFields.apiKey"
      wide
    >
      <SecretField
        value={settings.apiKey}
        onChange={(apiKey) => changeVoice({ apiKey })}
        showLabel={app("show")}
        hideLabel={app("hide")}
      />
    </ListRow>
  );
}
