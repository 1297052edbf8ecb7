import type { FieldValue, RequestField } from "@/lib/chat/tool-request";

/** The content of a form's control: a text, a checkbox, or the chosen options. */
export type FormInput = string | boolean | readonly string[];

/** The problem of an input. The limit is a number of characters, a number, or a number of options. */
export type InputProblem =
  | { readonly kind: "required" | "email" | "uri" | "date" | "number" | "integer" }
  | { readonly kind: "minLength" | "maxLength" | "min" | "max"; readonly limit: number };

/** Returns the initial input of a field. */
export function initialInput(field: RequestField): FormInput {
  if (field.kind === "number") return field.default === undefined ? "" : String(field.default);
  if (field.kind === "text" && field.format === "date-time") return localTime(field.default);
  return field.default;
}

/** Returns a time as the browser's control for local times holds it; an empty text if it is invalid. */
function localTime(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return "";
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the problem of an input; undefined if it can be sent. An optional field may stay empty. */
export function inputProblem(field: RequestField, input: FormInput): InputProblem | undefined {
  if (field.kind === "boolean") return undefined;
  if (input === "" || (Array.isArray(input) && input.length === 0))
    return field.isRequired ? { kind: "required" } : undefined;
  switch (field.kind) {
    case "text":
      return textProblem(field, String(input));
    case "number":
      return numberProblem(field, String(input));
    case "choice":
      return field.options.some(({ value }) => value === input) ? undefined : { kind: "required" };
    case "choices":
      return rangeProblem(Array.isArray(input) ? input.length : 0, field);
  }
}

/** Returns the values of valid inputs, in the order of the fields. Empty optional fields are omitted. */
export function formValues(fields: readonly RequestField[], inputs: readonly FormInput[]): Record<string, FieldValue> {
  const entries = fields.flatMap((field, place) => {
    const input = inputs[place] ?? "";
    if (input === "" || (Array.isArray(input) && input.length === 0)) return [];
    return [[field.name, typedValue(field, input)] as const];
  });
  return Object.fromEntries(entries);
}

function typedValue(field: RequestField, input: FormInput): FieldValue {
  if (field.kind === "number") return Number(input);
  if (field.kind === "text" && field.format === "date-time") return new Date(String(input)).toISOString();
  return input;
}

type TextField = Extract<RequestField, { kind: "text" }>;

function textProblem({ format, minLength, maxLength }: TextField, text: string): InputProblem | undefined {
  const { length } = [...text];
  if (length < minLength) return { kind: "minLength", limit: minLength };
  if (length > maxLength) return { kind: "maxLength", limit: maxLength };
  switch (format) {
    case "email":
      return /^[^\s@]+@[^\s@]+$/.test(text) ? undefined : { kind: "email" };
    case "uri":
      return URL.canParse(text) ? undefined : { kind: "uri" };
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && isTime(text) ? undefined : { kind: "date" };
    case "date-time":
      return isTime(text) ? undefined : { kind: "date" };
    case undefined:
      return undefined;
  }
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function numberProblem(field: Extract<RequestField, { kind: "number" }>, text: string): InputProblem | undefined {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) return { kind: "number" };
  if (field.isInteger && !Number.isSafeInteger(number)) return { kind: "integer" };
  return rangeProblem(number, field);
}

function rangeProblem(
  number: number,
  { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined },
): InputProblem | undefined {
  if (min !== undefined && number < min) return { kind: "min", limit: min };
  if (max !== undefined && number > max) return { kind: "max", limit: max };
  return undefined;
}
