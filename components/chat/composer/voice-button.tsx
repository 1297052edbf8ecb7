"use client";
import { AudioLines } from "lucide-react";
import { memo } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useCodeFeatures } from "@/store/settings/code-features";
import { useVoice } from "@/store/voice/voice";

/** The button beside Send that opens a live conversation. */
export const VoiceButton = memo(function VoiceButton({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("voice");
  const isLacking = useCodeFeatures(({ lacking }) => lacking.includes("voice"));
  if (isLacking) return null;
  return <IconButton icon={AudioLines} label={t("open")} onClick={() => useVoice.getState().open(sessionId)} />;
});
