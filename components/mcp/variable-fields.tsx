"use client";
import { Plus, X } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { SecretField } from "@/components/ui/secret-field";
import { TextField } from "@/components/ui/text-field";
import styles from "./mcp-market.module.css";

/** A variable of a program's environment. */
export type Variable = readonly [name: string, value: string];

interface VariableFieldsProps {
  readonly variables: readonly Variable[];
  /** Whether stored values are masked; a masked value keeps the stored one. */
  readonly areMasked?: boolean;
  readonly onChange: (variables: readonly Variable[]) => void;
}

/** The variables of a program's environment. */
export function VariableFields({ variables, areMasked, onChange }: VariableFieldsProps) {
  const t = useTranslations("mcp");
  return (
    <fieldset className={styles.headers}>
      <legend className={styles.note}>{t("variables")}</legend>
      {variables.map(([name, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a variable is only identified by its index
        <div key={place} className={styles.header}>
          <TextField
            label={t("variableName")}
            ltr
            value={name}
            onChange={(changed) => onChange(variables.with(place, [changed.trim(), value]))}
          />
          <SecretField
            label={t("variableValue")}
            showLabel={t("showValue")}
            hideLabel={t("hideValue")}
            value={value}
            onChange={(changed) => onChange(variables.with(place, [name, changed]))}
          />
          <IconButton
            icon={X}
            label={t("removeVariable", { name })}
            onClick={() => onChange(variables.toSpliced(place, 1))}
          />
        </div>
      ))}
      {areMasked && variables.length > 0 && <p className={styles.note}>{t("valuesStay")}</p>}
      <Button size="small" icon={Plus} onClick={() => onChange([...variables, ["", ""]])}>
        {t("addVariable")}
      </Button>
    </fieldset>
  );
}
