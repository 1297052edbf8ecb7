"use client";
import { AudioLines } from "lucide-react";
import { memo } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { isHidden } from "@/lib/platform/brand";
import { useSettings } from "@/store/settings/settings";
import { useVoice } from "@/store/voice/voice";

/** The button beside Send that opens a live conversation. Hidden if it is off, or if space is short. */
export const VoiceButton = memo(function VoiceButton({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("voice");
  const isPhone = useIsPhone();
  const isOn = useSettings((settings) => settings.realtimeConfig.enable);
  if (isPhone || !isOn || isHidden("voice")) return null;
  return <IconButton icon={AudioLines} label={t("open")} onClick={() => useVoice.getState().open(sessionId)} />;
});
