"use client";
import { useTranslations } from "use-intl";
import { FieldFrame } from "@/components/ui/field-frame";
import { NumberField } from "@/components/ui/number-field";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { type ImageField, shapeOf } from "@/lib/models/image-fields";
import styles from "./image-form.module.css";
import { useParamLabels } from "./use-param-labels";

interface ImageFieldControlProps {
  readonly field: ImageField;
  readonly value: string;
  /** Required and empty. */
  readonly isMissing: boolean;
  readonly onChange: (value: string) => void;
}

/** One field of the image form. */
export function ImageFieldControl({ field, value, isMissing, onChange }: ImageFieldControlProps) {
  const t = useTranslations("imageTasks");
  const app = useTranslations("app");
  const { fieldLabel, valueLabel } = useParamLabels();
  const label = fieldLabel(field.name);
  if (field.kind === "text") {
    return (
      <div className={styles.whole}>
        <TextArea
          label={label}
          name={field.name}
          dir="auto"
          rows={field.isRequired ? 3 : 2}
          required={field.isRequired}
          placeholder={t("pleaseInput", { field: label })}
          error={isMissing ? t("required", { field: label }) : undefined}
          value={value}
          onChange={onChange}
        />
      </div>
    );
  }
  if (field.kind === "number") {
    return (
      <NumberField
        label={label}
        name={field.name}
        min={field.min}
        max={field.max}
        value={Number(value)}
        clampedText={(number) => app("clamped", { value: number })}
        onChange={(number) => onChange(String(number))}
      />
    );
  }
  if (field.name === "aspect_ratio") {
    return (
      <div className={styles.whole}>
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
        <Segmented
          label={label}
          className={styles.ratios}
          value={value}
          options={field.options.map((ratio) => ({
            value: ratio,
            label: valueLabel(field.name, ratio),
            picture: <Shape ratio={ratio} />,
          }))}
          onChange={onChange}
        />
      </div>
    );
  }
  return (
    <FieldFrame label={label}>
      <Select
        className={styles.select}
        value={value}
        options={field.options.map((option) => ({ value: option, label: valueLabel(field.name, option) }))}
        onChange={onChange}
      />
    </FieldFrame>
  );
}

/** Longer side of the pictogram of a shape, in pixels. */
const shapePixels = 21;

function Shape({ ratio }: { readonly ratio: string }) {
  const [width = 1, height = 1] = shapeOf({ aspect_ratio: ratio }) ?? [];
  const scale = shapePixels / Math.max(width, height);
  return <span className={styles.shape} style={{ inlineSize: width * scale, blockSize: height * scale }} />;
}
