import { isRecord, listOf, recordOf, stringOf } from "@/lib/json";

/**
 * Returns what was entered on a page of a PDF file, which its text lacks: the filled fields of forms as a list, and texts
 * that were typed onto the page. Comments are left out, as in other documents.
 *
 * @param annotations the annotations of the page, as the library returns them
 */
export function enteredText(annotations: readonly unknown[]): string {
  const lines = new Set<string>();
  for (const annotation of annotations) {
    if (!isRecord(annotation) || annotation.hidden === true || annotation.password === true) continue;
    if (annotation.subtype === "FreeText") lines.add(stringOf(recordOf(annotation.contentsObj).str).trim());
    if (annotation.subtype === "Widget") lines.add(fieldLine(annotation));
  }
  lines.delete("");
  return [...lines].join("\n");
}

type Field = Readonly<Record<string, unknown>>;

/** Returns a field with its value as an item of a list; empty for an empty field, a button and a signature. */
function fieldLine(field: Field): string {
  const name = fieldName(field);
  if (field.checkBox === true) return `- [${isChecked(field) ? "x" : " "}] ${name}`;
  if (field.radioButton === true)
    return field.fieldValue === field.buttonValue ? listItem(name, field.buttonValue) : "";
  if (field.fieldType === "Tx") return listItem(name, field.fieldValue);
  if (field.fieldType !== "Ch") return "";
  const chosen = Array.isArray(field.fieldValue) ? field.fieldValue : [field.fieldValue];
  return listItem(name, chosen.map((value) => displayedValue(field, value)).join(", "));
}

/** Whether a check box is checked. The library does not know the value for that of boxes without an appearance. */
function isChecked({ fieldValue, exportValue }: Field): boolean {
  if (exportValue !== undefined) return fieldValue === exportValue;
  return stringOf(fieldValue) !== "" && fieldValue !== "Off";
}

/** Returns the name that a field has for the reader, or else its technical name without the path of its form. */
function fieldName({ alternativeText, fieldName: path }: Field): string {
  const described = stringOf(alternativeText).trim();
  if (described !== "") return described;
  const last = stringOf(path).split(".").at(-1) ?? "";
  return last.replace(/\[\d+\]$/, "");
}

function listItem(name: string, value: unknown): string {
  const text = stringOf(value).replace(/\r\n?/g, "\n").trim();
  return text === "" ? "" : `- ${name}: ${text.replaceAll("\n", "\n  ")}`;
}

function displayedValue({ options }: Field, value: unknown): string {
  const option = listOf(options).find((each) => recordOf(each).exportValue === value);
  return stringOf(recordOf(option).displayValue) || stringOf(value);
}
