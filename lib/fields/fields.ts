import * as v from "valibot";

/** What all kinds of fields share. `section` groups rows on a screen; words for a field live in the locales. */
interface FieldBase<T> {
  readonly section: string;
  readonly default: T;
  /** Turns anything into a value of the field; never fails. */
  readonly schema: v.GenericSchema<unknown, T>;
}

/** An on/off field, drawn as a switch. */
export interface ToggleField extends FieldBase<boolean> {
  readonly kind: "toggle";
  /** It is stored as a denial and asked for the other way round: the switch is on while the value is off. */
  readonly isShownInverted?: true;
}
/** One of a few fixed options, drawn as a segmented control or a select. */
export interface ChoiceField<O extends string = string> extends FieldBase<O> {
  readonly kind: "choice";
  readonly options: readonly O[];
}
/** A number between bounds, drawn as a slider; `unit` is a key of the shared words. */
export interface RangeField extends FieldBase<number> {
  readonly kind: "range";
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit?: "px";
}
/** A whole number that is typed; clamped to its bounds. */
export interface NumberField extends FieldBase<number> {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
}
/** Free text on one line; `env` is the name under which an operator sets it, where one can. */
export interface TextField extends FieldBase<string> {
  readonly kind: "text";
  readonly env?: string;
  /** Shown while it is empty; written in signs, not in words. */
  readonly example?: string;
}
/** A provider's address; `env` is the name under which an operator sets it. Empty means the default. */
export interface EndpointField extends FieldBase<string> {
  readonly kind: "endpoint";
  readonly env?: string;
  /** The provider's public address. */
  readonly publicUrl: string;
  /** The name of an address that an operator's old settings mean for this provider too. */
  readonly fallbackEnv?: string;
  /** True where people may not enter another address. */
  readonly isFixed?: true;
}
/** A credential: masked on screen, never logged, bound to the host it was entered for. */
export interface SecretField extends FieldBase<string> {
  readonly kind: "secret";
  readonly env?: string;
}

export type Field = ToggleField | ChoiceField | RangeField | NumberField | TextField | EndpointField | SecretField;
export type Fields = Readonly<Record<string, Field>>;
/** The plain values of a set of fields. */
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

/** The bounds of a number; `invalid` is taken for what is not a number, where that is not the default. */
interface Bounds {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly invalid?: number;
}

/** Declares a bounded number with a slider. A number outside its bounds is clamped; anything else is the default. */
export function range(options: Bounds & { section: string; step?: number; unit?: "px" }): RangeField {
  return { kind: "range", step: 1, ...options, schema: bounded(options) };
}

/** Declares a bounded number that is typed: of tokens and the like there are only whole ones. */
export function number(options: Bounds & { section: string }): NumberField {
  return { kind: "number", ...options, schema: v.pipe(bounded(options), v.transform(Math.round)) };
}

/** Declares one line of text. */
export function text(options: { section: string; default?: string; env?: string; example?: string }): TextField {
  return { kind: "text", default: "", ...options, schema: textAsTyped(options.default ?? "") };
}

/** Declares a provider's address with its public default and the name an operator sets it by. */
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

/** Declares that people may not enter another address in place of a provider's; an operator still may. */
export function fixed(field: EndpointField): EndpointField {
  return { ...field, isFixed: true };
}

/** Declares a credential and the environment name under which an operator sets it. */
export function secret(env?: string): SecretField {
  return { kind: "secret", section: "access", default: "", ...(env ? { env } : {}), schema: lineOfText("") };
}

/** Reads values of fields from anything at all: what is missing or broken becomes the default. Never throws. */
export function readFields<F extends Fields>(fields: F, input: unknown): ValuesOf<F> {
  const source = isRecord(input) ? input : {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      Object.hasOwn(source, name) ? v.parse(field.schema, source[name]) : field.default,
    ]),
  ) as ValuesOf<F>;
}

/** Reads one value of a field: clamped, or the default when it is of another kind. Never throws. */
export function readField<F extends Field>(field: F, value: unknown): F["default"] {
  return v.parse(field.schema, value);
}

function bounded({ default: usual, min, max, invalid = usual }: Bounds): v.GenericSchema<unknown, number> {
  const clamp = v.transform((value: unknown) =>
    typeof value === "number" && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : invalid,
  );
  return v.pipe(v.unknown(), clamp);
}

function lineOfText(fallback: string): v.GenericSchema<unknown, string> {
  const trim = v.transform((value: unknown) => (typeof value === "string" ? value.trim() : fallback));
  return v.pipe(v.unknown(), trim);
}

/** Blanks at the ends stay: while someone types, the next word follows one. */
function textAsTyped(fallback: string): v.GenericSchema<unknown, string> {
  const keep = v.transform((value: unknown) => (typeof value === "string" ? value : fallback));
  return v.pipe(v.unknown(), keep);
}

/** Tells an object from lists, texts, numbers and nothing. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
