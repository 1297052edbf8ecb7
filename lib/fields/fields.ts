import { isRecord } from "@/lib/json";

/** Properties of all kinds of fields. `section` groups rows on a screen; labels are in the locales. */
interface FieldBase<T> {
  readonly section: string;
  readonly default: T;
  /** Converts any input to a valid value: clamped, or the default if it has another type. Never throws. */
  readonly read: (input: unknown) => T;
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
  /** Whether a text that is not empty has a meaning; others are marked, and the code that uses them ignores them. */
  readonly accepts?: (text: string) => boolean;
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
  return { kind: "toggle", ...options, read: (input) => (typeof input === "boolean" ? input : options.default) };
}

/** Declares a field with a few fixed options. */
export function choice<const O extends string>(options: {
  section: string;
  default: NoInfer<O>;
  options: readonly O[];
}): ChoiceField<O> {
  const read = (input: unknown) => options.options.find((option) => option === input) ?? options.default;
  return { kind: "choice", ...options, read };
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
  return { kind: "range", step: 1, ...options, read: (input) => bounded(options, input) };
}

/** Declares a bounded whole number in a text box, such as a number of tokens. */
export function number(options: Bounds & { section: string }): NumberField {
  return { kind: "number", ...options, read: (input) => Math.round(bounded(options, input)) };
}

/** Declares one line of text. */
export function text(options: {
  section: string;
  default?: string;
  env?: string;
  example?: string;
  accepts?: (text: string) => boolean;
}): TextField {
  const { default: fallback = "" } = options;
  // White space at the ends is retained, because the user may still be typing.
  const read = (input: unknown) => (typeof input === "string" ? input : fallback);
  return { kind: "text", ...options, default: fallback, read };
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
    read: trimmed,
  };
}

/** Declares that users cannot replace a provider's URL; an operator still can. */
export function fixed(field: EndpointField): EndpointField {
  return { ...field, isFixed: true };
}

/** Declares a credential and the operator's environment variable. */
export function secret(env?: string): SecretField {
  return { kind: "secret", section: "access", default: "", ...(env ? { env } : {}), read: trimmed };
}

/** Reads the values of fields from any input: missing and invalid ones become the default. Never throws. */
export function readFields<F extends Fields>(fields: F, input: unknown): ValuesOf<F> {
  const source = isRecord(input) ? input : {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      Object.hasOwn(source, name) ? field.read(source[name]) : field.default,
    ]),
  ) as ValuesOf<F>;
}

function bounded({ default: fallback, min, max, invalid = fallback }: Bounds, input: unknown): number {
  return typeof input === "number" && Number.isFinite(input) ? Math.min(max, Math.max(min, input)) : invalid;
}

function trimmed(input: unknown): string {
  return typeof input === "string" ? input.trim() : "";
}

/** Whether a value is an array of strings. */
export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
