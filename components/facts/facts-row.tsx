"use client";
import { useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import { useSettings } from "@/store/settings/settings";

interface FactsRowProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** The switch of remembered facts in a chat or a project. It has no row while the app does not use them. */
export function FactsRow({ isOn, onChange }: FactsRowProps) {
  const t = useTranslations("facts");
  const isEnabled = useSettings(({ enableFacts }) => enableFacts);
  if (!isEnabled) return null;
  return (
    <ListRow title={t("use")} isLabel>
      <Switch checked={isOn} onChange={onChange} />
    </ListRow>
  );
}
