"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm";
import { ListRow } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import type { Mask } from "@/lib/chat/mask";
import { useSettings } from "@/store/settings/settings";

interface GlobalSettingsRowProps {
  readonly isOn: boolean;
  /** The question that names the settings to be overwritten. */
  readonly question: string;
  readonly onTurnOn: () => void;
  readonly onTurnOff: () => void;
}

/** A switch with a question: turning it on overwrites the chat's settings; turning it off keeps the values. */
export function GlobalSettingsRow({ isOn, question, onTurnOn, onTurnOff }: GlobalSettingsRowProps) {
  const t = useTranslations("chatSettings");
  const app = useTranslations("app");
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ListRow title={t("useGlobal")} subtitle={t("useGlobalHint")} isLabel>
        <Switch checked={isOn} onChange={(next) => (next ? setAsking(true) : onTurnOff())} />
      </ListRow>
      <ConfirmDialog
        open={isAsking}
        title={t("useGlobalQuestion")}
        body={question}
        confirmLabel={t("useGlobalAction")}
        cancelLabel={app("cancel")}
        closeLabel={app("close")}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          onTurnOn();
          setAsking(false);
        }}
      />
    </>
  );
}

interface CodeRowsProps {
  readonly mask: Pick<Mask, "enableArtifacts" | "enableCodeFold">;
  readonly onChange: (patch: Pick<Mask, "enableArtifacts" | "enableCodeFold">) => void;
}

/**
 * Switches for code features that are on globally; a mask can turn them off. Features that are off globally have no
 * row.
 */
export function CodeRows({ mask, onChange }: CodeRowsProps) {
  const t = useTranslations("fields");
  const settings = useSettings();
  return (["enableArtifacts", "enableCodeFold"] as const)
    .filter((name) => settings[name])
    .map((name) => (
      <ListRow key={name} title={t(name)} subtitle={t(`${name}Hint`)} isLabel>
        <Switch checked={mask[name] !== false} onChange={(isOn) => onChange({ [name]: isOn })} />
      </ListRow>
    ));
}

interface HideContextRowProps {
  readonly mask: Mask;
  readonly onChange: (hideContext: boolean) => void;
}

/** Hides the prompts of a mask in the chat. */
export function HideContextRow({ mask, onChange }: HideContextRowProps) {
  const t = useTranslations("chatSettings");
  return (
    <ListRow title={t("hideContext")} subtitle={t("hideContextHint")} isLabel>
      <Switch checked={mask.hideContext ?? false} onChange={onChange} />
    </ListRow>
  );
}
