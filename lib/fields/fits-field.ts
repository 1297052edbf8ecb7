import type { Field } from "@/lib/fields/fields";

/**
 * Whether a value from outside has a field's type and is accepted by it. The field itself would replace an invalid value
 * by the default.
 */
export function fitsField(field: Field, value: unknown, maxTextChars: number): boolean {
  switch (field.kind) {
    case "toggle":
      return typeof value === "boolean";
    case "range":
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "choice":
      return typeof value === "string" && field.options.includes(value);
    case "text":
      if (typeof value !== "string" || value.length > maxTextChars) return false;
      return value === "" || field.accepts === undefined || field.accepts(value);
    case "endpoint":
    case "secret":
      return false;
  }
}
