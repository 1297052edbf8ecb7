import * as v from "valibot";

/** Properties of all kinds of fields. `section` groups rows on a screen; labels are in the locales. */
interface FieldBase<T> {
  readonly section: string;
  readonly default: T;
  /** Converts any input to a valid value; never fails. */
  readonly schema: v.GenericSchema<unknown, T>;
}

/** An on/off field, rendered as a switch. */
export interface ToggleField extends FieldBase<boolean> {
  readonly kind: "toggle";
  /** Whether the stored value is a negation: the switch is on while the value is false. */
  readonly isShownInverted?: true;
}
/** One of a few fixed options, rendered as a segmented control or a select. */
export interface ChoiceField<O extends string = string> extends FieldBase<O> {
  readonly kind: "choice";
  readonly options: readonly O[];
}
/** A number between bounds, rendered as a slider; `unit` is a locale key. */
export interface RangeField extends FieldBase<number> {
  readonly kind: "range";
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit?: "px";
}
/** A whole number in a text box, clamped to its bounds. */
export interface NumberField extends FieldBase<number> {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
}
/** Free text on one line; `env` is the operator's environment variable, if there is one. */
export interface TextField extends FieldBase<string> {
  readonly kind: "text";
  readonly env?: string;
  /** Placeholder while the field is empty; contains symbols, not translatable words. */
  readonly example?: string;
}
/** A provider's URL; `env` is the operator's environment variable. Empty means the default. */
export interface EndpointField extends FieldBase<string> {
  readonly kind: "endpoint";
  readonly env?: string;
  /** The provider's public URL. */
  readonly publicUrl: string;
  /** Another variable whose URL also applies to this provider. */
  readonly fallbackEnv?: string;
  /** True if users cannot enter another URL. */
  readonly isFixed?: true;
}
/** A credential: masked in the UI, never logged, bound to the host for which it was entered. */
export interface SecretField extends FieldBase<string> {
  readonly kind: "secret";
  readonly env?: string;
}

export type Field = ToggleField | ChoiceField | RangeField | NumberField | TextField | EndpointField | SecretField;
export type Fields = Readonly<Record<string, Field>>;
/** The values of a set of fields. */
export type ValuesOf<F extends Fields> = { [K in keyof F]: F[K]["default"] };

/** Declares an on/off field. */
export function toggle(options: { section: string; default: boolean; isShownInverted?: true }): ToggleField {
  return { kind: "toggle", ...options, schema: v.fallback(v.boolean(), options.default) };
}

/** Declares a field with a few fixed options. */
export function choice<const O extends string>(options: {
  section: string;
  default: NoInfer<O>;
  options: readonly O[];
}): ChoiceField<O> {
  return { kind: "choice", ...options, schema: v.fallback(v.picklist(options.options), options.default) };
}

/** Bounds of a number; `invalid` replaces input that is not a number, if it differs from the default. */
interface Bounds {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly invalid?: number;
}

/** Declares a bounded number with a slider. Numbers outside the bounds are clamped; other input becomes the default. */
export function range(options: Bounds & { section: string; step?: number; unit?: "px" }): RangeField {
  return { kind: "range", step: 1, ...options, schema: bounded(options) };
}

/** Declares a bounded whole number in a text box, such as a number of tokens. */
export function number(options: Bounds & { section: string }): NumberField {
  return { kind: "number", ...options, schema: v.pipe(bounded(options), v.transform(Math.round)) };
}

/** Declares one line of text. */
export function text(options: { section: string; default?: string; env?: string; example?: string }): TextField {
  return { kind: "text", default: "", ...options, schema: textAsTyped(options.default ?? "") };
}

/** Declares a provider's URL field, with its public default and the operator's variable. */
export function endpoint(publicUrl: string, env?: string, fallbackEnv?: string): EndpointField {
  return {
    kind: "endpoint",
    section: "access",
    default: "",
    publicUrl,
    ...(env ? { env } : {}),
    ...(fallbackEnv ? { fallbackEnv } : {}),
    schema: lineOfText(""),
  };
}

/** Declares that users cannot replace a provider's URL; an operator still can. */
export function fixed(field: EndpointField): EndpointField {
  return { ...field, isFixed: true };
}

/** Declares a credential and the operator's environment variable. */
export function secret(env?: string): SecretField {
  return { kind: "secret", section: "access", default: "", ...(env ? { env } : {}), schema: lineOfText("") };
}

/** Reads the values of fields from any input: missing and invalid ones become the default. Never throws. */
export function readFields<F extends Fields>(fields: F, input: unknown): ValuesOf<F> {
  const source = isRecord(input) ? input : {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      Object.hasOwn(source, name) ? v.parse(field.schema, source[name]) : field.default,
    ]),
  ) as ValuesOf<F>;
}

/** Reads one value of a field: clamped, or the default if it has another type. Never throws. */
export function readField<F extends Field>(field: F, value: unknown): F["default"] {
  return v.parse(field.schema, value);
}

function bounded({ default: fallback, min, max, invalid = fallback }: Bounds): v.GenericSchema<unknown, number> {
  const clamp = v.transform((value: unknown) =>
    typeof value === "number" && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : invalid,
  );
  return v.pipe(v.unknown(), clamp);
}

function lineOfText(fallback: string): v.GenericSchema<unknown, string> {
  const trim = v.transform((value: unknown) => (typeof value === "string" ? value.trim() : fallback));
  return v.pipe(v.unknown(), trim);
}

/** Accepts text with white space at the ends, because the user may still be typing. */
function textAsTyped(fallback: string): v.GenericSchema<unknown, string> {
  const keep = v.transform((value: unknown) => (typeof value === "string" ? value : fallback));
  return v.pipe(v.unknown(), keep);
}

/** Whether a value is an object, but not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
