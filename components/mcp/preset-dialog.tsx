"use client";
import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { TextField } from "@/components/ui/text-field";
import type { OperatorAction } from "@/lib/tools/mcp/operator-wire";
import { commandOf, emptyValues, missingProperties, type PresetValues } from "@/lib/tools/mcp/preset-form";
import type { McpPreset, PresetProgram, PresetProperty } from "@/lib/tools/mcp/presets";
import styles from "./mcp-market.module.css";

/** A preset with a program. */
export type ProgramPreset = McpPreset & { readonly program: PresetProgram };

interface PresetDialogProps {
  /** Absent while none is configured. */
  readonly preset: ProgramPreset | undefined;
  readonly onClose: () => void;
  readonly onAdd: (action: OperatorAction) => void;
}

/** Shows how a program is going to be started, with a field for all that it wants to know. */
export function PresetDialog({ preset, onClose, onAdd }: PresetDialogProps) {
  const last = useRef(preset);
  if (preset) last.current = preset;
  if (!last.current) return null;
  return (
    <Form key={last.current.id} preset={last.current} open={preset !== undefined} onClose={onClose} onAdd={onAdd} />
  );
}

interface FormProps {
  readonly preset: ProgramPreset;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdd: (action: OperatorAction) => void;
}

function Form({ preset: { id, name, program }, open, onClose, onAdd }: FormProps) {
  const t = useTranslations("mcp");
  const app = useTranslations("app");
  const [values, setValues] = useState<PresetValues>(() => emptyValues(program));
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

/** One text, or a list of texts that grows. */
function PropertyFields({ name, property, value, onChange }: PropertyFieldsProps) {
  const t = useTranslations("mcp");
  const label = property.description || name;
  if (typeof value === "string") {
    return <TextField label={label} ltr required={property.required} value={value} onChange={onChange} />;
  }
  const set = (place: number, text: string) => onChange(value.map((each, at) => (at === place ? text : each)));
  return (
    <fieldset className={styles.headers}>
      <legend className={styles.note}>{label}</legend>
      {value.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no identity but its place
        <div key={place} className={styles.item}>
          <TextField
            aria-label={t("itemOf", { name: property.itemLabel || label, place: place + 1 })}
            ltr
            value={text}
            onChange={(changed) => set(place, changed)}
          />
          <IconButton
            icon={X}
            label={t("removeItem", { place: place + 1 })}
            onClick={() => onChange(value.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      <Button size="small" icon={Plus} onClick={() => onChange([...value, ""])}>
        {property.addButtonText || t("addItem")}
      </Button>
    </fieldset>
  );
}
