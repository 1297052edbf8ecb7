import { isRecord, type JsonRecord, parseJson } from "@/lib/json";

/** Maximum length of the JSON of extra headers or of an extra body, in characters, and maximum number of headers. */
const maxChars = 8000;
const maxHeaders = 32;

/** The reason why a text cannot be used. */
export type ExtraProblem =
  | { readonly kind: "notAnObject" | "tooLong" | "tooMany" }
  /** A name that cannot be set, or whose value is invalid. */
  | { readonly kind: "nameRefused" | "valueInvalid"; readonly name: string };

/**
 * Headers that browsers set themselves, by which servers are told another method, or that the app sets. Browsers ignore
 * the first ones without an error. https://developer.mozilla.org/en-US/docs/Glossary/Forbidden_request_header
 */
const refusedHeaders = new RegExp(
  `^(?:${[
    "accept(-charset|-encoding)?",
    "access-control-.*",
    "connection",
    "content-(length|type|encoding)",
    "cookie2?",
    "date",
    "dnt",
    "expect",
    "host",
    "keep-alive",
    "origin",
    "permissions-policy",
    "proxy-.*",
    "referer",
    "sec-.*",
    "set-cookie2?",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    "via",
    "x-(http-)?method(-override)?",
  ].join("|")})$`,
);
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]{1,200}$/;
const headerValue = /^[\x20-\x7e]*$/;

/**
 * Reads extra headers from JSON: an object with texts. Names become lower-case, so that they replace others. Empty text
 * has no headers. Never throws.
 */
export function readExtraHeaders(text: string): { readonly headers: Record<string, string> } | ExtraProblem {
  const read = readObject(text);
  if (!("fields" in read)) return read;
  const entries = Object.entries(read.fields);
  if (entries.length > maxHeaders) return { kind: "tooMany" };
  const headers: Record<string, string> = {};
  for (const [name, value] of entries) {
    const lower = name.toLowerCase();
    if (!headerName.test(lower) || refusedHeaders.test(lower)) return { kind: "nameRefused", name };
    if (typeof value !== "string" || !headerValue.test(value)) return { kind: "valueInvalid", name };
    headers[lower] = value;
  }
  return { headers };
}

/** Reads a JSON object of the user. Empty text has no fields. Never throws. */
export function readObject(text: string): { readonly fields: JsonRecord } | ExtraProblem {
  if (text.trim() === "") return { fields: {} };
  if (text.length > maxChars) return { kind: "tooLong" };
  const fields = parseJson(text);
  return isRecord(fields) ? { fields } : { kind: "notAnObject" };
}
