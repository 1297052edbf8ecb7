"use client";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { TextField } from "@/components/ui/text-field";
import { codeFeatures } from "@/store/admin/admin-api";
import type { CodeDraft } from "@/store/admin/code-draft";
import styles from "./admin.module.css";
import { useFeatureName } from "./use-feature-name";

export interface CodeFormProps {
  readonly draft: CodeDraft;
  /** Names of the fields that the server rejected. */
  readonly invalid: readonly string[];
  readonly isBusy: boolean;
  readonly onChange: (draft: CodeDraft) => void;
  readonly onSubmit: () => void;
}

/** Text fields of a code, with the kind of their input. */
const fields = [
  { name: "name", label: "providers.name", isWide: true },
  { name: "models", label: "several.models", help: "admin.modelsHint", isCode: true, isWide: true },
  { name: "providers", label: "providers.title", help: "admin.providersHint", isCode: true, isWide: true },
  { name: "expires", label: "admin.lastDay", help: "admin.lastDayHint", type: "date" },
  { name: "id", label: "admin.id", help: "admin.idHint", isCode: true },
  { name: "perMinute", label: "admin.perMinute", inputMode: "numeric", isCode: true },
  { name: "atOnce", label: "admin.atOnce", inputMode: "numeric", isCode: true },
  { name: "tokensPerDay", label: "admin.tokensPerDay", inputMode: "numeric", isCode: true },
  { name: "tokensPerMonth", label: "admin.tokensPerMonth", inputMode: "numeric", isCode: true },
  { name: "moneyPerMonth", label: "admin.moneyPerMonth", inputMode: "decimal", isCode: true },
] as const;

/** The rights of a new code. */
export function CodeForm({ draft, invalid, isBusy, onChange, onSubmit }: CodeFormProps) {
  const t = useTranslations();
  const featureName = useFeatureName();

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  function toggle(feature: (typeof codeFeatures)[number], isOn: boolean) {
    onChange({ ...draft, features: codeFeatures.filter((each) => (each === feature ? isOn : has(each))) });
  }

  const has = (feature: (typeof codeFeatures)[number]) => draft.features.includes(feature);
  return (
    <form className={styles.form} onSubmit={submit}>
      <h3>{t("admin.newCode")}</h3>
      <div className={styles.fields}>
        {fields.map((field) => (
          <div key={field.name} className={"isWide" in field ? styles.wide : undefined}>
            <TextField
              label={t(field.label)}
              help={"help" in field ? t(field.help) : undefined}
              error={invalid.includes(field.name) ? t("admin.invalid") : undefined}
              value={draft[field.name]}
              ltr={"isCode" in field}
              type={"type" in field ? field.type : "text"}
              inputMode={"inputMode" in field ? field.inputMode : undefined}
              autoComplete="off"
              onChange={(value) => onChange({ ...draft, [field.name]: value })}
            />
          </div>
        ))}
      </div>
      <fieldset className={styles.choices}>
        <legend>{t("admin.features")}</legend>
        {codeFeatures.map((feature) => (
          <Checkbox key={feature} checked={has(feature)} onChange={(isOn) => toggle(feature, isOn)}>
            {featureName(feature)}
          </Checkbox>
        ))}
      </fieldset>
      <Checkbox checked={draft.isShort} onChange={(isShort) => onChange({ ...draft, isShort })}>
        {t("admin.short")}
      </Checkbox>
      <div className={styles.actions}>
        <Button type="submit" variant="solid" busy={isBusy}>
          {t("admin.make")}
        </Button>
      </div>
    </form>
  );
}
