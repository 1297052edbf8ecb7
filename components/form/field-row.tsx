"use client";
import type { LucideIcon } from "lucide-react";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { ListRow } from "@/components/ui/list-row";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { Slider } from "@/components/ui/slider";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import type { Field, TextField as TextFieldDeclaration } from "@/lib/fields/fields";
import type { Messages } from "@/locales/messages";

/** Lazy-loaded: the settings screen has no number field at first. */
const NumberField = lazyGroup(() => import("@/components/ui/number-field"), { needsMessages: false }).component(
  "NumberField",
);

type FieldKey = keyof Messages["fields"];

/** The namespace of a field's messages; those beyond `fields` load with all messages of the app. */
export type FieldNamespace = "fields" | "speechFields" | "voiceFields" | "searchFields";

/** Maximum number of options shown side by side; more become a select. */
const segments = 3;

interface FieldRowProps<F extends Field> {
  /**
   * The field's name: its messages are `fields.{name}`, `fields.{name}Hint` and, for options, `fields.{name}{Option}`.
   */
  readonly name: string;
  readonly field: F;
  readonly value: F["default"];
  /** Replaces the field's own hint. */
  readonly hint?: string | undefined;
  readonly onChange: (value: F["default"]) => void;
  /** The namespace of its messages. */
  readonly words?: FieldNamespace | undefined;
  /** Icons of options, by value. */
  readonly icons?: OptionIcons | undefined;
}

type OptionIcons = Readonly<Record<string, LucideIcon>>;

/**
 * Renders any declared field as a form row: title, hint and the control of its kind. A search matches these, its
 * options and its synonyms, which are loaded with the search.
 */
export function FieldRow<F extends Field>(props: FieldRowProps<F>) {
  const { name, field, value, hint, onChange, icons, words = "fields" } = props;
  const t = useFieldMessages(words);
  const all = useTranslations();
  const synonymKey = (words === "fields" ? `fieldSynonyms.${name}` : `${words}.${name}Also`) as "fieldSynonyms.theme";
  const synonyms = all.has(synonymKey) ? all(synonymKey) : "";
  const messageOf = (key: string) => (t.has(key as FieldKey) ? t(key as FieldKey) : undefined);
  const options = field.kind === "choice" ? field.options.map((option) => optionLabel(t, name, option)) : [];
  return (
    <ListRow
      title={t(name as FieldKey)}
      subtitle={hint ?? messageOf(`${name}Hint`)}
      anchor={words === "fields" ? name : `${words}.${name}`}
      also={[synonyms, ...options]}
      isLabel={field.kind === "toggle"}
      wide={isWide(field)}
    >
      <Control
        name={name}
        field={field}
        value={value}
        onChange={onChange as (value: Field["default"]) => void}
        icons={icons}
        words={words}
      />
    </ListRow>
  );
}

/** The keys of a namespace are not known statically, so the type of one namespace is used for all. */
function useFieldMessages(words: FieldNamespace) {
  return useTranslations(words as "fields");
}

/** Options without a message, such as the names of keys, are shown unchanged. */
function optionLabel(t: ReturnType<typeof useTranslations<"fields">>, name: string, option: string): string {
  const key = `${name}${option.charAt(0).toUpperCase()}${option.slice(1)}` as FieldKey;
  return /^[a-z][a-z0-9]*$/i.test(option) && t.has(key) ? t(key) : option;
}

function isWide(field: Field): boolean {
  return (
    field.kind === "range" || field.kind === "text" || (field.kind === "choice" && field.options.length <= segments)
  );
}

function isAccepted({ accepts }: TextFieldDeclaration, value: string): boolean {
  return value.trim() === "" || accepts === undefined || accepts(value);
}

interface ControlProps {
  readonly name: string;
  readonly field: Field;
  readonly value: Field["default"];
  readonly onChange: (value: Field["default"]) => void;
  readonly icons: OptionIcons | undefined;
  readonly words: FieldNamespace;
}

function Control({ name, field, value, onChange, icons, words }: ControlProps) {
  const t = useFieldMessages(words);
  const app = useTranslations("app");
  switch (field.kind) {
    case "toggle":
      // A field that is stored negated is shown inverted.
      return (
        <Switch
          checked={(value === true) !== (field.isShownInverted ?? false)}
          onChange={(isOn) => onChange(isOn !== (field.isShownInverted ?? false))}
        />
      );
    case "range": {
      const { min, max, step, unit } = field;
      return (
        <Slider
          value={Number(value)}
          min={min}
          max={max}
          step={step}
          unit={unit && `\u00a0${unit}`}
          onChange={onChange}
        />
      );
    }
    case "number":
      return (
        <Suspense>
          <NumberField
            value={Number(value)}
            min={field.min}
            max={field.max}
            clampedText={(clamped) => app("clamped", { value: clamped })}
            onChange={onChange}
          />
        </Suspense>
      );
    case "choice": {
      const options = field.options.map((option) => ({
        value: option,
        label: optionLabel(t, name, option),
        icon: icons?.[option],
      }));
      if (options.length <= segments) return <Segmented value={String(value)} options={options} onChange={onChange} />;
      return <Select value={String(value)} options={options} onChange={onChange} />;
    }
    case "text":
      return (
        <TextField
          value={String(value)}
          placeholder={field.example}
          ltr={field.example !== undefined}
          error={isAccepted(field, String(value)) ? undefined : t(`${name}Invalid` as FieldKey)}
          onChange={onChange}
        />
      );
    case "endpoint":
    case "secret":
      return <TextField value={String(value)} onChange={onChange} />;
  }
}
