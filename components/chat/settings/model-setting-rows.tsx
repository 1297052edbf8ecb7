"use client";
import { useTranslations } from "use-intl";
import { FieldRow } from "@/components/form/field-row";
import { ListRow } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { Field } from "@/lib/fields/fields";
import { modelField, modelRows } from "@/lib/models/model-rows";
import { fitting, imageChoices } from "@/lib/providers/image-choices";
import { loadsModels, placeInUse, useAccess } from "@/store/settings/access";
import { SummaryModelRow } from "./summary-model-row";
import { useAbilities } from "./use-abilities";

interface ModelSettingRowsProps {
  readonly settings: ModelSettings;
  readonly onChange: (patch: Partial<ModelSettings>) => void;
}

/** The settings that a model supports, as rows: of one chat, or the global defaults. */
export function ModelSettingRows({ settings, onChange }: ModelSettingRowsProps) {
  const t = useTranslations("fields");
  const place = useAccess((access) => placeInUse(access, settings.providerName));
  const hasOllamaApi = useAccess((access) => loadsModels(access, settings.providerName));
  const { maxWindow } = useAbilities()(settings);
  const { sizes = [] } = imageChoices(place, settings.model);
  const placed = { model: settings.model, place, hasOllamaApi, maxWindow };
  return (
    <>
      {modelRows(placed).map((name) => {
        const field = modelField(name, placed);
        return (
          <FieldRow
            key={name}
            name={name}
            field={field}
            value={shownValue(field, settings[name])}
            onChange={(value) => onChange({ [name]: value })}
          />
        );
      })}
      {sizes.length > 0 && (
        <ListRow title={t("size")} anchor="size">
          <Select
            value={fitting(sizes, settings.size) ?? ""}
            options={sizes.map((size) => ({
              value: size,
              label: size === "auto" ? t("sizeAuto") : size.replace("x", " × "),
            }))}
            onChange={(size) => onChange({ size })}
          />
        </ListRow>
      )}
      {settings.sendMemory && (
        <SummaryModelRow
          model={settings.compressModel}
          providerName={settings.compressProviderName}
          onChange={(compressModel, compressProviderName) => onChange({ compressModel, compressProviderName })}
        />
      )}
    </>
  );
}

/** Returns the value in use: a choice that the current model does not have is automatic. */
function shownValue(field: Field, value: Field["default"]): Field["default"] {
  return field.kind === "choice" && !field.options.some((option) => option === value) ? field.default : value;
}
