"use client";
import { useTranslations } from "use-intl";
import { ListDialog } from "@/components/ui/list-dialog";
import { type ModelEntry, modelKey } from "@/lib/models/model-entry";
import { FamilyAvatar } from "./session-avatar";

interface ModelDialogProps {
  readonly models: readonly ModelEntry[];
  readonly value: ModelEntry | undefined;
  readonly subtitle?: string;
  readonly onPick: (model: ModelEntry) => void;
  readonly onClose: () => void;
}

/** The choice of a model: searched by typing, grouped by provider. */
export default function ModelDialog({ models, value, subtitle, onPick, onClose }: ModelDialogProps) {
  const t = useTranslations("models");
  const app = useTranslations("app");
  const providerNames = [...new Set(models.map(({ provider }) => provider.providerName))];
  return (
    <ListDialog
      open
      title={t("title")}
      subtitle={subtitle ?? t("subtitle")}
      closeLabel={app("close")}
      searchLabel={t("search")}
      emptyText={t("none")}
      groups={providerNames.map((label) => ({
        label,
        items: models
          .filter(({ provider }) => provider.providerName === label)
          .map((model) => ({
            id: modelKey(model),
            label: model.displayName,
            leading: <FamilyAvatar model={model.name} size="medium" />,
          })),
      }))}
      value={value && modelKey(value)}
      onPick={(key) => {
        const model = models.find((each) => modelKey(each) === key);
        if (model) onPick(model);
      }}
      onClose={onClose}
    />
  );
}
