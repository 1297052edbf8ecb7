"use client";
import { X } from "lucide-react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { ModelRow } from "./model-row";

interface SummaryModelRowProps {
  /** Empty: a suitable model is chosen each time. */
  readonly model: string;
  readonly providerName: string;
  readonly onChange: (model: string, providerName: string) => void;
}

/** The model for summaries and titles, or automatic choice. */
export function SummaryModelRow({ model, providerName, onChange }: SummaryModelRowProps) {
  const t = useTranslations("fields");
  return (
    <ModelRow
      title={t("compressModel")}
      subtitle={t("compressModelHint")}
      anchor="compressModel"
      model={model}
      providerName={providerName}
      unset={t("compressModelAutomatic")}
      onPick={onChange}
    >
      {model && <IconButton icon={X} label={t("compressModelClear")} onClick={() => onChange("", "")} />}
    </ModelRow>
  );
}
