"use client";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { Select } from "@/components/ui/select";
import { voiceSettings } from "@/lib/settings/voice-settings";
import { useSettings } from "@/store/settings/settings";
import { useVoice } from "@/store/voice/voice";
import type { VoiceCall } from "@/store/voice/voice-call";
import styles from "./voice-panel.module.css";

const options = voiceSettings.voice.options.map((value) => ({ value, label: value }));

/** The choice of the model's voice. Once the voice has been heard, the service cannot change it, and a note says so. */
export function VoiceChoice({ call }: { readonly call: VoiceCall }) {
  const t = useTranslations("voice");
  const id = useId();
  const voice = useSettings(({ realtimeConfig }) => realtimeConfig.voice);
  const isFixed = useVoice(({ isVoiceFixed }) => isVoiceFixed);
  return (
    <>
      <Select
        bare
        label={t("voice")}
        value={voice}
        options={options}
        disabled={isFixed}
        aria-describedby={isFixed ? id : undefined}
        onChange={(next) => call.changeVoice(next)}
      />
      {isFixed && (
        <p id={id} className={styles.facts}>
          {t("voiceFixed")}
        </p>
      )}
    </>
  );
}
