"use client";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldFrame } from "@/components/ui/field-frame";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import type { RequestField } from "@/lib/chat/tool-request";
import type { FormInput, InputProblem } from "@/lib/tools/mcp/form-values";
import styles from "./tool-calls.module.css";

interface InputProps<Field extends RequestField> {
  readonly field: Field;
  readonly input: FormInput;
  readonly problem: InputProblem | undefined;
  readonly onChange: (input: FormInput) => void;
}

type FieldOf<Kind extends RequestField["kind"]> = Extract<RequestField, { kind: Kind }>;

/** The control of one field in a form of a tool's source. */
export function RequestFieldInput({ field, ...props }: InputProps<RequestField>) {
  switch (field.kind) {
    case "text":
    case "number":
      return <TextInput field={field} {...props} />;
    case "boolean":
      return <BooleanInput field={field} {...props} />;
    case "choice":
      return <ChoiceInput field={field} {...props} />;
    case "choices":
      return <ChoicesInput field={field} {...props} />;
  }
}

const types = { email: "email", uri: "url", date: "date", "date-time": "datetime-local" } as const;

function TextInput({ field, input, problem, onChange }: InputProps<FieldOf<"text"> | FieldOf<"number">>) {
  const error = useProblemText(problem);
  const type = field.kind === "text" && field.format ? types[field.format] : "text";
  return (
    <TextField
      label={field.title}
      help={field.description}
      error={error}
      type={type}
      ltr={type === "email" || type === "url"}
      inputMode={field.kind === "number" ? "decimal" : undefined}
      autoComplete="off"
      required={field.isRequired}
      value={String(input)}
      onChange={onChange}
    />
  );
}

function BooleanInput({ field: { title, description }, input, onChange }: InputProps<FieldOf<"boolean">>) {
  const id = useId();
  return (
    <div>
      <Checkbox checked={input === true} onChange={onChange} aria-describedby={description ? id : undefined}>
        {title}
      </Checkbox>
      <p id={id} className={styles.host}>
        {description}
      </p>
    </div>
  );
}

function ChoiceInput({ field, input, problem, onChange }: InputProps<FieldOf<"choice">>) {
  const error = useProblemText(problem);
  const options =
    field.isRequired && field.default !== "" ? field.options : [{ value: "", label: "–" }, ...field.options];
  return (
    <FieldFrame label={field.title} help={field.description} error={error} required={field.isRequired}>
      <Select value={String(input)} options={options} required={field.isRequired} onChange={onChange} />
    </FieldFrame>
  );
}

function ChoicesInput({ field, input, problem, onChange }: InputProps<FieldOf<"choices">>) {
  const error = useProblemText(problem);
  const id = useId();
  const chosen = Array.isArray(input) ? input : [];
  const choose = (value: string, isOn: boolean) =>
    onChange(
      field.options.flatMap((each) => ((each.value === value ? isOn : chosen.includes(each.value)) ? each.value : [])),
    );
  return (
    <fieldset className={styles.choices} aria-describedby={id}>
      <legend>
        {field.title}
        {field.isRequired && <span aria-hidden="true"> *</span>}
      </legend>
      {field.options.map(({ value, label }) => (
        <Checkbox
          key={value}
          checked={chosen.includes(value)}
          aria-invalid={error !== undefined || undefined}
          onChange={(isOn) => choose(value, isOn)}
        >
          {label}
        </Checkbox>
      ))}
      <p id={id} className={error ? styles.problem : styles.host}>
        {error ?? field.description}
      </p>
    </fieldset>
  );
}

function useProblemText(problem: InputProblem | undefined): string | undefined {
  const t = useTranslations("toolCalls");
  if (!problem) return undefined;
  return "limit" in problem ? t(`field_${problem.kind}`, { limit: problem.limit }) : t(`field_${problem.kind}`);
}
