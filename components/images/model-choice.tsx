"use client";
import { useTranslations } from "use-intl";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { type ImageModel, stabilityModels, stabilityName } from "@/lib/models/image-fields";
import { shownProviderName } from "@/store/settings/models";
import styles from "./image-form.module.css";
import type { NamedModel } from "./use-drawing-models";

interface ModelChoiceProps {
  readonly chosen: ImageModel;
  /** Image models of other providers than Stability. */
  readonly others: readonly NamedModel[];
  readonly onChange: (model: ImageModel) => void;
}

/** The value of the segment for models of other providers. */
const other = "other";

/** The models of Stability as segments; models of other providers are in a list behind the last segment. */
export function ModelChoice({ chosen, others, onChange }: ModelChoiceProps) {
  const t = useTranslations("imageTasks");
  const isOther = chosen.providerName !== stabilityName;
  const [first] = others;
  const parts = [
    ...stabilityModels.map(({ model, short }) => ({ value: model as string, label: short as string })),
    ...(first || isOther ? [{ value: other, label: t("other") }] : []),
  ];
  // A chosen model that became unavailable stays in the list.
  const listed = isOther && !others.some((model) => keyOf(model) === keyOf(chosen)) ? [chosen, ...others] : others;

  function choosePart(part: string) {
    if (part !== other) onChange({ providerName: stabilityName, model: part });
    else if (!isOther && first) onChange({ providerName: first.providerName, model: first.model });
  }

  function chooseOther(key: string) {
    const model = listed.find((each) => keyOf(each) === key);
    if (model) onChange({ providerName: model.providerName, model: model.model });
  }

  return (
    <div className={styles.model}>
      <span className={styles.label} aria-hidden="true">
        {t("model")}
      </span>
      <Segmented
        label={t("model")}
        className={styles.models}
        value={isOther ? other : chosen.model}
        options={parts}
        onChange={choosePart}
      />
      {isOther && (
        <Select
          label={t("otherModel")}
          className={styles.otherModel}
          value={keyOf(chosen)}
          options={listed.map((model) => ({
            value: keyOf(model),
            label: "name" in model ? model.name : model.model,
            group: shownProviderName(model.providerName),
          }))}
          onChange={chooseOther}
        />
      )}
    </div>
  );
}

function keyOf({ providerName, model }: ImageModel): string {
  return `${model}@${providerName}`;
}
