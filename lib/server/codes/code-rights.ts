import type { JsonRecord } from "@/lib/json";
import { parseCustomModels } from "@/lib/models/custom-models";

/** Features that a code can include. */
export const codeFeatures = ["images", "voice", "tools", "own-keys"] as const;

export type CodeFeature = (typeof codeFeatures)[number];

/** Features of a code that names none. Own keys need an explicit permission (docs/decisions/0078-signed-codes.md). */
const defaultFeatures: readonly CodeFeature[] = ["images", "voice", "tools"];

/** The rights of an access code. An absent right is not limited. */
export interface CodeRights {
  /** Name of the holder, for the operator. */
  readonly name?: string;
  /** Models, in the grammar of CUSTOM_MODELS. */
  readonly models?: string;
  /** Ids, names or routes of providers. */
  readonly providers?: readonly string[];
  readonly features: readonly CodeFeature[];
  /** Time from which the code is refused, in seconds since 1970. */
  readonly expires?: number;
  /** Maximum number of calls to providers per minute. */
  readonly perMinute?: number;
  /** Maximum number of replies at the same time. */
  readonly atOnce?: number;
  /** Maximum number of tokens per day and per month, in UTC, of input and output together. */
  readonly tokensPerDay?: number;
  readonly tokensPerMonth?: number;
  /** Maximum cost per month, in units of the operator's currency. */
  readonly moneyPerMonth?: number;
}

/** The field names of rights. */
export type RightName = keyof CodeRights;

const maxNameChars = 60;
const maxModelsChars = 1000;
const maxModels = 100;
const maxProviders = 30;

/** The last second of the year 9999. */
const maxSeconds = 253_402_300_799;

const maxTokens = 1e12;
const maxMoney = 1e9;

type Reader = (value: unknown) => unknown;

/** Readers of the rights. Each returns undefined for an invalid value. */
const readers: { readonly [Name in RightName]: Reader } = {
  name: readName,
  models: readModels,
  providers: (value) => readList(value, readName, { min: 1, max: maxProviders }),
  features: (value) => readList(value, readFeature, { min: 0, max: codeFeatures.length }),
  expires: readExpiry,
  perMinute: (value) => readCount(value, 100_000),
  atOnce: (value) => readCount(value, 10_000),
  tokensPerDay: (value) => readCount(value, maxTokens),
  tokensPerMonth: (value) => readCount(value, maxTokens),
  moneyPerMonth: readMoney,
};

/** The field names of rights, in the order in which they are written. */
export const rightNames = Object.keys(readers) as readonly RightName[];

/** Rights that were read, or the names of the invalid fields. A field without a known name is `unknown`. */
export type ReadRights = { readonly rights: CodeRights } | { readonly invalid: readonly (RightName | "unknown")[] };

/** Reads rights from outside. */
export function readRights(record: JsonRecord): ReadRights {
  const values: Record<string, unknown> = {};
  const invalid = new Set<RightName | "unknown">();
  for (const [field, written] of Object.entries(record)) {
    const name = rightNames.find((known) => known === field);
    const value = name && readers[name](written);
    if (value === undefined) invalid.add(name ?? "unknown");
    else values[field] = value;
  }
  if (invalid.size > 0) return { invalid: [...invalid] };
  return { rights: { features: defaultFeatures, ...values } };
}

/** Whether rights include a feature. A code without rights has the default features. */
export function includesFeature(rights: CodeRights | undefined, feature: CodeFeature): boolean {
  return (rights?.features ?? defaultFeatures).includes(feature);
}

function readName(value: unknown): string | undefined {
  const name = typeof value === "string" && value.length <= 2 * maxNameChars ? value.trim() : "";
  // Control characters and invisible ones would hide a part of the name.
  if (name === "" || [...name].length > maxNameChars || /[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return undefined;
  return name;
}

function readModels(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > maxModelsChars || /\p{C}/u.test(value)) return undefined;
  const { entries, unread } = parseCustomModels(value);
  const isValid = unread.length === 0 && entries.length > 0 && entries.length <= maxModels;
  return isValid ? value.trim() : undefined;
}

function readFeature(value: unknown): CodeFeature | undefined {
  return codeFeatures.find((feature) => feature === value);
}

/** Reads a list of different values. */
function readList<T>(
  value: unknown,
  read: (entry: unknown) => T | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): readonly T[] | undefined {
  if (!Array.isArray(value) || value.length < min || value.length > max) return undefined;
  const entries = value.map(read).filter((entry) => entry !== undefined);
  return entries.length === value.length && new Set(entries).size === value.length ? entries : undefined;
}

function readCount(value: unknown, max: number): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 && value <= max ? value : undefined;
}

/** Reads an amount of money of at least a millionth. */
function readMoney(value: unknown): number | undefined {
  return typeof value === "number" && value >= 1e-6 && value <= maxMoney ? value : undefined;
}

/** Reads a time: seconds since 1970, a day until whose end (UTC) the code is valid, or an ISO time with a zone. */
function readExpiry(value: unknown): number | undefined {
  if (typeof value === "number") return readCount(value, maxSeconds);
  if (typeof value !== "string" || value.length > 40) return undefined;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value);
  if (!isDay && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(value)) return undefined;
  const seconds = Math.floor(Date.parse(value) / 1000);
  // `Date` reads the 31st of February as a day of March.
  if (isDay && !Number.isNaN(seconds) && !new Date(seconds * 1000).toISOString().startsWith(value)) return undefined;
  return readCount(isDay ? seconds + 24 * 60 * 60 : seconds, maxSeconds);
}
