"use client";
import { Fragment } from "react";
import { useTranslations } from "use-intl";
import { FieldRow } from "@/components/form/field-row";
import { ListRow } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { maxSchemaChars, readSchema } from "@/lib/chat/answer-format";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import type { Field } from "@/lib/fields/fields";
import { modelField, modelRows } from "@/lib/models/model-rows";
import { fitting, imageChoices } from "@/lib/providers/image-choices";
import { loadsModels, placeInUse, useAccess } from "@/store/settings/access";
import { SummaryModelRow } from "./summary-model-row";
import { useAbilities } from "./use-abilities";
import { useUnusedSampling } from "./use-unused-sampling";

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
  const unused = useUnusedSampling(settings);
  const { sizes = [] } = imageChoices(place, settings.model);
  const placed = { model: settings.model, place, hasOllamaApi, maxWindow };
  return (
    <>
      {modelRows(placed).map((name) => {
        const field = modelField(name, placed);
        const value = shownValue(field, settings[name]);
        return (
          <Fragment key={name}>
            <FieldRow
              name={name}
              field={field}
              value={value}
              hint={unused.includes(name) ? t("unusedByModel") : undefined}
              onChange={(changed) => onChange({ [name]: changed })}
            />
            {name === "answerFormat" && value === "schema" && (
              <SchemaRow schema={settings.answerSchema} onChange={(answerSchema) => onChange({ answerSchema })} />
            )}
          </Fragment>
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

interface SchemaRowProps {
  readonly schema: string;
  readonly onChange: (schema: string) => void;
}

/** The JSON Schema of answers. Replies are plain text while it cannot be read. */
function SchemaRow({ schema, onChange }: SchemaRowProps) {
  const t = useTranslations("fields");
  const isUsable = schema.trim() === "" || readSchema(schema) !== undefined;
  return (
    <ListRow title={t("answerSchema")} subtitle={t("answerSchemaHint")} anchor="answerSchema" stacked>
      <TextArea
        value={schema}
        onChange={onChange}
        ltr
        rows={4}
        maxLength={maxSchemaChars}
        placeholder={modelSettings.answerSchema.example}
        error={isUsable ? undefined : t("answerSchemaInvalid")}
      />
    </ListRow>
  );
}

/** Returns the value in use: a choice that the current model does not have is automatic. */
function shownValue(field: Field, value: Field["default"]): Field["default"] {
  return field.kind === "choice" && !field.options.some((option) => option === value) ? field.default : value;
}
