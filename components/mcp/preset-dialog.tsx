"use client";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import type { McpCommand, OperatorAction } from "@/lib/tools/mcp/operator-wire";
import { commandOf, emptyValues, missingProperties, type PresetValues, valuesOf } from "@/lib/tools/mcp/preset-form";
import type { McpPreset, PresetProgram, PresetProperty } from "@/lib/tools/mcp/presets";
import styles from "./mcp-market.module.css";
import { TextList } from "./text-list";

/** A preset with a program. */
export type ProgramPreset = McpPreset & { readonly program: PresetProgram };

interface PresetDialogProps {
  /** Absent if no preset is being configured. */
  readonly preset: ProgramPreset | undefined;
  /** Its current command, if it was added. */
  readonly command?: McpCommand | undefined;
  readonly onClose: () => void;
  readonly onAdd: (action: OperatorAction) => void;
}

/** Shows how a program will be started, with a field for each of its properties. */
export function PresetDialog({ preset, command, onClose, onAdd }: PresetDialogProps) {
  const last = useRef(preset);
  if (preset) last.current = preset;
  if (!last.current) return null;
  return (
    <Form
      key={`${last.current.id} ${JSON.stringify(command)}`}
      preset={last.current}
      command={command}
      open={preset !== undefined}
      onClose={onClose}
      onAdd={onAdd}
    />
  );
}

interface FormProps {
  readonly preset: ProgramPreset;
  readonly command: McpCommand | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdd: (action: OperatorAction) => void;
}

function Form({ preset: { id, name, program }, command, open, onClose, onAdd }: FormProps) {
  const t = useTranslations("mcp");
  const app = useTranslations("app");
  const [values, setValues] = useState<PresetValues>(() =>
    command ? valuesOf(program, command) : emptyValues(program),
  );
  const missing = missingProperties(program, values);
  const config = commandOf(program, values);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("configureNamed", { name })}
      closeLabel={app("close")}
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {app("cancel")}
          </Button>
          <Button
            variant="solid"
            {...(missing.length > 0 && { disabledReason: t("fillFirst", { names: missing.join(", ") }) })}
            onClick={() => {
              onClose();
              onAdd({ action: "add", id, config });
            }}
          >
            {t("saveAndStart")}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {Object.entries(program.properties).map(([key, property]) => (
          <PropertyFields
            key={key}
            name={key}
            property={property}
            value={values[key] ?? ""}
            onChange={(value) => setValues({ ...values, [key]: value })}
          />
        ))}
        <p className={styles.note}>
          {t("runs")}{" "}
          <bdi dir="ltr" className={styles.name}>
            {[config.command, ...config.args].join(" ")}
          </bdi>
        </p>
      </div>
    </Dialog>
  );
}

interface PropertyFieldsProps {
  readonly name: string;
  readonly property: PresetProperty;
  readonly value: string | readonly string[];
  readonly onChange: (value: string | readonly string[]) => void;
}

/** One text, or a list of texts. */
function PropertyFields({ name, property, value, onChange }: PropertyFieldsProps) {
  const label = property.description || name;
  if (typeof value === "string") {
    return <TextField label={label} ltr required={property.required} value={value} onChange={onChange} />;
  }
  return (
    <TextList
      label={label}
      itemLabel={property.itemLabel || label}
      addLabel={property.addButtonText}
      texts={value}
      onChange={onChange}
    />
  );
}
