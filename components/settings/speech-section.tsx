"use client";
import { useEffect, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { FieldRow } from "@/components/form/field-row";
import { ListRow } from "@/components/ui/list-row";
import { Select, type SelectOption } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { edgeVoices } from "@/lib/settings/edge-voices";
import { type SpeechSettings, speechSettings } from "@/lib/settings/speech-settings";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { speechServers } from "@/store/voice/speech-servers";

/** The settings for reading replies aloud; only the options of the chosen engine are shown. */
export function SpeechSection() {
  const settings = useSettings((store) => store.ttsConfig);
  const { engine, server } = settings;
  return (
    <>
      <SpeechRow name="enable" />
      <SpeechRow name="autoplay" />
      <SpeechRow name="engine" />
      {engine === "OpenAI-TTS" && <ServerRow />}
      {engine === "OpenAI-TTS" && server === "" && <SpeechRow name="model" />}
      {engine === "OpenAI-TTS" && server === "" && <SpeechRow name="voice" />}
      {engine === "OpenAI-TTS" && server !== "" && <ServerTextRow name="serverModel" word="model" />}
      {engine === "OpenAI-TTS" && server !== "" && <ServerTextRow name="serverVoice" word="voice" />}
      {engine === "Edge-TTS" && <EdgeVoiceRow />}
      {engine === "Browser" && <BrowserVoiceRow />}
      <SpeechRow name="speed" />
    </>
  );
}

function SpeechRow({ name }: { readonly name: keyof SpeechSettings }) {
  const value = useSettings((store) => store.ttsConfig[name]);
  return (
    <FieldRow
      words="speechFields"
      name={name}
      field={speechSettings[name]}
      value={value}
      onChange={(next) => useSettings.getState().setSpeech({ [name]: next })}
    />
  );
}

/** The providers and servers beside OpenAI with an API for speech; only shown if there are any. */
function ServerRow() {
  const t = useTranslations("speechFields");
  const value = useSettings((store) => store.ttsConfig.server);
  const servers = speechServers(useAccess());
  if (servers.length === 0 && value === "") return null;
  const isKnown = value === "" || servers.some(({ id }) => id === value);
  const options = [
    { value: "", label: "OpenAI" },
    ...servers.map(({ id, name }) => ({ value: id, label: name })),
    ...(isKnown ? [] : [{ value, label: t("serverGone") }]),
  ];
  return (
    <ListRow title={t("server")} subtitle={t("serverHint")} anchor="speechFields.server">
      <Select value={value} options={options} onChange={(server) => useSettings.getState().setSpeech({ server })} />
    </ListRow>
  );
}

interface ServerTextRowProps {
  readonly name: "serverModel" | "serverVoice";
  readonly word: "model" | "voice";
}

/** The model or the voice at another server, which names its own. */
function ServerTextRow({ name, word }: ServerTextRowProps) {
  const t = useTranslations("speechFields");
  const value = useSettings((store) => store.ttsConfig[name]);
  return (
    <ListRow title={t(word)} anchor={`speechFields.${word}`} isLabel>
      <TextField ltr value={value} onChange={(text) => useSettings.getState().setSpeech({ [name]: text })} />
    </ListRow>
  );
}

/** The voices of Edge, by language. */
function EdgeVoiceRow() {
  const t = useTranslations("speechFields");
  const nameOf = useLanguageName();
  const value = useSettings((store) => store.ttsConfig.edgeVoice);
  // Include a voice that another program has stored.
  const options = [...new Set<string>([...edgeVoices, value])].map((voice) => {
    const [, language = "", name = voice] = /^([a-z]+-[A-Z]+)-(\w+?)Neural$/.exec(voice) ?? [];
    return { value: voice, label: name, group: nameOf(language) };
  });
  return (
    <ListRow title={t("voice")} anchor="speechFields.voice" also={options.map(({ group }) => group)}>
      <Select
        value={value}
        options={options}
        onChange={(edgeVoice) => useSettings.getState().setSpeech({ edgeVoice })}
      />
    </ListRow>
  );
}

/** The voices of this device, by language; they arrive when the browser has loaded them. */
function BrowserVoiceRow() {
  const t = useTranslations("speechFields");
  const nameOf = useLanguageName();
  const value = useSettings((store) => store.ttsConfig.browserVoice);
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);

  useEffect(() => {
    if (!("speechSynthesis" in window)) return;
    const read = () => setVoices(speechSynthesis.getVoices());
    read();
    speechSynthesis.addEventListener("voiceschanged", read);
    return () => speechSynthesis.removeEventListener("voiceschanged", read);
  }, []);

  const options: SelectOption<string>[] = [
    { value: "", label: t("browserVoiceAutomatic") },
    ...voices
      .map(({ voiceURI, name, lang }) => ({ value: voiceURI, label: name, group: nameOf(lang) }))
      .sort((one, other) => one.group.localeCompare(other.group)),
  ];
  const isKnown = options.some((option) => option.value === value);
  return (
    <ListRow
      title={t("voice")}
      subtitle={t(voices.length > 0 ? "browserVoiceHint" : "browserVoiceNone")}
      anchor="speechFields.voice"
    >
      <Select
        value={isKnown ? value : ""}
        options={options}
        onChange={(browserVoice) => useSettings.getState().setSpeech({ browserVoice })}
      />
    </ListRow>
  );
}

/** Returns a function that formats a language's name in the user's language. */
function useLanguageName(): (tag: string) => string {
  const locale = useLocale();
  return (tag) => {
    try {
      return new Intl.DisplayNames(locale, { type: "language" }).of(tag.replace("_", "-")) ?? tag;
    } catch {
      // Some devices use nonstandard language tags.
      return tag;
    }
  };
}
