"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Select } from "@/components/ui/select";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { useVoice } from "@/store/voice/voice";
import type { VoiceCall } from "@/store/voice/voice-call";

/** The choice of a microphone, if there are several. Browsers only reveal their names once one was allowed. */
export function MicrophoneChoice({ call }: { readonly call: VoiceCall }) {
  const t = useTranslations("voice");
  const deviceId = useVoice((voice) => voice.deviceId);
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);

  useEffect(() => {
    async function read() {
      const all = await navigator.mediaDevices.enumerateDevices();
      // The default one is also listed under its own name.
      setDevices(all.filter(({ kind, deviceId: id }) => kind === "audioinput" && id !== "default" && id !== ""));
    }
    const follow = () => void read().catch((thrown: unknown) => report(toAppError(thrown)));
    follow();
    navigator.mediaDevices.addEventListener("devicechange", follow);
    return () => navigator.mediaDevices.removeEventListener("devicechange", follow);
  }, []);

  if (devices.length < 2) return null;
  const options = [
    { value: "", label: t("usualMicrophone") },
    ...devices.map(({ deviceId: value, label }, index) => ({
      value,
      label: label || t("namelessMicrophone", { number: index + 1 }),
    })),
  ];
  return (
    <Select
      bare
      label={t("microphone")}
      value={options.some(({ value }) => value === deviceId) ? deviceId : ""}
      options={options}
      onChange={(id) => void call.changeMicrophone(id).catch((thrown: unknown) => report(toAppError(thrown)))}
    />
  );
}
