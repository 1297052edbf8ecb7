import type { FieldOption, RequestField } from "@/lib/chat/tool-request";
import * as z from "@/lib/zod";

/** Limits of a field; a field beyond them is invalid. */
const maxOptions = 200;
const maxLabelChars = 1000;

/** Maximum length of a text that the user enters, in characters. */
export const maxValueChars = 10_000;

const label = z.string().check(z.maxLength(maxLabelChars));
const value = z.string().check(z.maxLength(maxValueChars));
const count = z.number().check(z.nonnegative());
const labels = z.array(label).check(z.maxLength(maxOptions));
const values = labels.check(z.minLength(1));
const titled = z.array(z.object({ const: label, title: label })).check(z.minLength(1), z.maxLength(maxOptions));

const textsSchema = z.object({ title: z.optional(label), description: z.optional(label) });

const titledChoice = z.pipe(
  z.object({ type: z.literal("string"), oneOf: titled, default: z.optional(value) }),
  z.transform((schema) => choice(titledOptions(schema.oneOf), schema.default)),
);

const plainChoice = z.pipe(
  z.object({ type: z.literal("string"), enum: values, enumNames: z.optional(labels), default: z.optional(value) }),
  z.transform((schema) => choice(plainOptions(schema.enum, schema.enumNames), schema.default)),
);

const textField = z.pipe(
  z.object({
    type: z.literal("string"),
    format: z.optional(z.enum(["email", "uri", "date", "date-time"])),
    minLength: z.optional(count),
    maxLength: z.optional(count),
    default: z.optional(value),
    // An invalid list of options is not free text.
    enum: z.optional(z.undefined()),
    oneOf: z.optional(z.undefined()),
  }),
  z.transform(({ format, minLength = 0, maxLength = maxValueChars, default: preset = "" }) => ({
    ...{ kind: "text" as const, format, minLength, maxLength: Math.min(maxLength, maxValueChars), default: preset },
  })),
);

const numberField = z.pipe(
  z.object({
    type: z.enum(["number", "integer"]),
    minimum: z.optional(z.number()),
    maximum: z.optional(z.number()),
    default: z.optional(z.number()),
  }),
  z.transform(({ type, minimum: min, maximum: max, default: preset }) => ({
    ...{ kind: "number" as const, isInteger: type === "integer", min, max, default: preset },
  })),
);

const booleanField = z.pipe(
  z.object({ type: z.literal("boolean"), default: z.optional(z.boolean()) }),
  z.transform(({ default: preset = false }) => ({ kind: "boolean" as const, default: preset })),
);

const choicesField = z.pipe(
  z.object({
    type: z.literal("array"),
    items: z.union([
      z.pipe(
        z.object({ anyOf: titled }),
        z.transform(({ anyOf }) => titledOptions(anyOf)),
      ),
      z.pipe(
        z.object({ enum: values }),
        z.transform((items) => plainOptions(items.enum)),
      ),
    ]),
    minItems: z.optional(count),
    maxItems: z.optional(count),
    default: z.optional(labels),
  }),
  z.transform(({ items: options, minItems: min = 0, maxItems: max = options.length, default: preset = [] }) => ({
    ...{ kind: "choices" as const, options, min, max, default: known(preset, options) },
  })),
);

const fieldSchema = z.union([titledChoice, plainChoice, textField, numberField, booleanField, choicesField]);

/**
 * Reads one property of a form's schema; undefined if it is invalid, beyond the limits, or of another type. Patterns are
 * not evaluated, because they could block the page; the server validates them.
 */
export function readRequestField(name: string, schema: unknown, isRequired: boolean): RequestField | undefined {
  const texts = z.safeParse(textsSchema, schema);
  const field = z.safeParse(fieldSchema, schema);
  if (name.length > maxLabelChars || !texts.success || !field.success) return undefined;
  const { title, description = "" } = texts.data;
  return { name, title: title || name, description, isRequired, ...field.data };
}

function choice(options: readonly FieldOption[], preset = "") {
  const [chosen = ""] = known([preset], options);
  return { kind: "choice" as const, options, default: chosen };
}

function titledOptions(options: readonly { readonly const: string; readonly title: string }[]): FieldOption[] {
  return options.map(({ const: each, title }) => ({ value: each, label: title || each }));
}

function plainOptions(options: readonly string[], names: readonly string[] = []): FieldOption[] {
  return options.map((each, place) => ({ value: each, label: names[place] || each }));
}

/** Returns the values that are options, each once. */
function known(chosen: readonly string[], options: readonly FieldOption[]): string[] {
  return [...new Set(chosen)].filter((each) => options.some((option) => option.value === each));
}
