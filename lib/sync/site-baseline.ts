import { isRecord, type JsonRecord, parseJson, recordOf } from "@/lib/json";

/**
 * The operator's values that this device started with, by storage key: settings as they are, and added items as
 * fingerprints by id. A sync treats them like the product's defaults, so that they replace no choice of the user.
 */
export type SiteBaseline = Readonly<Record<string, JsonRecord>>;

/** Reads a stored baseline. Invalid text is an empty one. Never throws. */
export function readSiteBaseline(text: string | null): SiteBaseline {
  const entries = Object.entries(recordOf(parseJson(text ?? "")));
  return Object.fromEntries(entries.flatMap(([key, values]) => (isRecord(values) ? [[key, values]] : [])));
}

/** Returns the defaults of documents with those of the operator. Groups of settings are merged. */
export function withSiteBaseline(defaults: SiteBaseline, baseline: SiteBaseline): SiteBaseline {
  const keys = [...new Set([...Object.keys(defaults), ...Object.keys(baseline)])];
  return Object.fromEntries(keys.map((key) => [key, merged(defaults[key] ?? {}, baseline[key] ?? {})]));
}

function merged(values: JsonRecord, over: JsonRecord): JsonRecord {
  const entries = Object.entries(over).map(([name, value]) => {
    const former = values[name];
    return [name, isRecord(former) && isRecord(value) ? { ...former, ...value } : value] as const;
  });
  return { ...values, ...Object.fromEntries(entries) };
}
