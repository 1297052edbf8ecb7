import type { ReplyError } from "@/lib/chat/message";
import type { ReplyErrorKind } from "@/lib/errors";
import { isRecord, type JsonRecord, listOf, parseJson, printJson, recordOf, stringOf } from "@/lib/json";
import type { WholeResponse } from "@/lib/providers/provider";

/** Maximum stored length of an error's body and of its message, in characters. */
export const maxErrorBodyChars = 4000;

/** Error kinds by a provider's codes and types, in lower case and without `_` and `.`. */
export type ErrorKinds = Readonly<Record<string, ReplyErrorKind>>;

/** Error kinds by codes and types that have one meaning for any status and provider. */
const kindByCode: ErrorKinds = {
  invalidapikey: "auth",
  apikeyinvalid: "auth",
  authenticationerror: "auth",
  permissiondenied: "permission",
  permissionerror: "permission",
  modelnotfound: "not-found",
  notfound: "not-found",
  notfounderror: "not-found",
  deploymentnotfound: "not-found",
  modelnotopen: "not-found",
  contextlengthexceeded: "context-length",
  tokenstoolong: "context-length",
  exceedcontextsizeerror: "context-length",
  contentfilter: "content-filter",
  contentpolicyviolation: "content-filter",
  moderationblocked: "content-filter",
  ratelimitexceeded: "rate-limit",
  ratelimiterror: "rate-limit",
  insufficientquota: "quota",
  arrearage: "quota",
  accountoverdueerror: "quota",
  billingerror: "quota",
  exceededcurrentquotaerror: "quota",
  overloadederror: "overloaded",
  engineoverloadederror: "overloaded",
  unavailable: "overloaded",
  unavailableerror: "overloaded",
  timeouterror: "timeout",
  // Codes of our own relay for failures between it and the provider.
  network: "network",
  protocol: "protocol",
};

/** Message of our relay to callers whose own key passes only with an access code. */
export const accessCodeNeeded =
  "With this key the server needs an access code. Enter it under Settings, Access, or switch off your own keys.";

/** Codes by the messages about access codes of our relay and compatible ones. */
const codeOfRelay: Readonly<Record<string, string>> = {
  "wrong access code": "wrong-code",
  [accessCodeNeeded]: "code-needed",
};

/** Error kinds by message, used if the status only says that the request was rejected. */
const kindByRefusal: readonly (readonly [RegExp, ReplyErrorKind])[] = [
  [/maximum (context|prompt) length|prompt is too long|context length exceeded|token limit/i, "context-length"],
  // Google, Alibaba
  [/input token count|range of input length/i, "context-length"],
  [/(incorrect|invalid) api key|api key not valid/i, "auth"],
];

const kindByStatus: Readonly<Record<number, ReplyErrorKind>> = {
  401: "auth",
  402: "quota",
  403: "permission",
  404: "not-found",
  408: "timeout",
  413: "too-large",
  429: "rate-limit",
  503: "overloaded",
  504: "timeout",
  529: "overloaded",
};

/** The known details of an error; a success status is ignored. */
export interface ErrorSignals {
  readonly status?: number;
  readonly code?: string | null;
  readonly type?: string;
  readonly message?: string;
}

/** Returns the kind of an error: from the provider's own codes first, then from the status. */
export function replyErrorKind(
  { status, code, type = "", message = "" }: ErrorSignals,
  kinds: ErrorKinds = {},
): ReplyErrorKind {
  const ownKind = kindOfCode(code ?? "", kinds) ?? kindOfCode(type, kinds);
  if (ownKind) return ownKind;
  const failure = failureStatus(status) ?? failureStatus(Number(code)) ?? statusOfType(type);
  if (failure === 400 || failure === 422) {
    return kindByRefusal.find(([pattern]) => pattern.test(message))?.[1] ?? "bad-request";
  }
  if (failure === undefined) return "server";
  return kindByStatus[failure] ?? (failure < 500 ? "bad-request" : "server");
}

/** Reads the error of a response that is not a reply: JSON of any shape, HTML, plain text or an empty body. */
export function errorOfResponse(response: WholeResponse, kinds?: ErrorKinds): ReplyError {
  const { status } = response;
  const retryAfterMs = retryDelay(response);
  const common = {
    ...(isSuccess(response) ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  const payload = parseJson(response.body);
  if (isRecord(payload)) {
    return {
      ...describeError(errorBodyOf(payload) ?? payload, kinds, status),
      ...common,
      body: prettyBody(payload, response.body),
    };
  }
  const written = typeof payload === "string" ? payload : response.body;
  if (isPage(written)) {
    const message = pageMessage(written, status);
    return { kind: replyErrorKind({ status, message }), code: null, message, ...common };
  }
  const text = cutBody(written);
  const kind = replyErrorKind({ status, message: text });
  return { kind, code: null, message: text, ...common, ...(text && { body: text }) };
}

/** Whether the status of a response is 2xx. */
export function isSuccess({ status }: Pick<WholeResponse, "status">): boolean {
  return status >= 200 && status < 300;
}

/**
 * Reads the error of one stream event. Returns undefined if the event is not an error.
 *
 * Errors are `{error: …}`, an object that declares itself an error, or a non-zero code beside a message.
 */
export function errorOfPayload(payload: JsonRecord, text: string, kinds?: ErrorKinds): ReplyError | undefined {
  const body = errorBodyOf(payload);
  return body === undefined ? undefined : { ...describeError(body, kinds), body: prettyBody(payload, text) };
}

/** Reads an error that is identified from outside, such as by the event's name: JSON of any shape, or plain text. */
export function errorOfText(text: string, kinds?: ErrorKinds): ReplyError {
  const payload = parseJson(text);
  if (!isRecord(payload)) return { kind: "server", code: null, message: isPage(text) ? pageText(text) : cutBody(text) };
  return { ...describeError(errorBodyOf(payload) ?? payload, kinds), body: prettyBody(payload, text) };
}

/** Replaces kind, code and message with those from provider-specific fields; the retry delay and the body remain. */
export function errorWith(error: ReplyError, signals: ErrorSignals, kinds?: ErrorKinds): ReplyError {
  const { code = null, message = "" } = signals;
  const kind = replyErrorKind({ status: error.status, ...signals }, kinds);
  return { ...error, kind, code, message: message.slice(0, maxErrorBodyChars) };
}

function errorBodyOf(payload: JsonRecord): unknown {
  if (isRecord(payload.error) || (typeof payload.error === "string" && payload.error !== "")) return payload.error;
  if (payload.object === "error" || payload.error === true) return payload;
  const hasCode = Boolean(payload.code) && payload.code !== "0";
  return hasCode && typeof payload.message === "string" && payload.choices === undefined ? payload : undefined;
}

function describeError(
  body: unknown,
  kinds?: ErrorKinds,
  status?: number,
): Pick<ReplyError, "kind" | "code" | "message"> {
  const { code: rawCode, ...error } = recordOf(body);
  const code = (typeof rawCode === "string" && rawCode) || (typeof rawCode === "number" && String(rawCode)) || null;
  const fullMessage =
    stringOf(body) || stringOf(error.message) || stringOf(error.msg) || stringOf(error.error) || detailOf(error.detail);
  const message = fullMessage.slice(0, maxErrorBodyChars);
  const ours = error.error === true ? (codeOfRelay[message] ?? null) : null;
  // OpenRouter names the reasons of its moderation, with the status of a missing permission.
  const isModerated = listOf(recordOf(error.metadata).reasons).length > 0;
  return {
    kind: isModerated ? "content-filter" : replyErrorKind({ status, code, type: stringOf(error.type), message }, kinds),
    code: code ?? ours,
    message,
  };
}

/** Reads the detail: a string, or (Mistral) a list of invalid fields. */
function detailOf(detail: unknown): string {
  const texts = listOf(detail).map((field) => stringOf(recordOf(field).msg));
  return stringOf(detail) || texts.filter(Boolean).join("\n");
}

/**
 * Returns the kind of a code. A code with a suffix after a dot (`SensitiveContentDetected.Violence`) also matches by
 * its first part.
 */
function kindOfCode(code: string, kinds: ErrorKinds): ReplyErrorKind | undefined {
  const [beginning = ""] = code.split(".");
  return kindOfKey(keyOf(code), kinds) ?? kindOfKey(keyOf(beginning), kinds);
}

function keyOf(word: string): string {
  return word.toLowerCase().replace(/[_.]/g, "");
}

function kindOfKey(key: string, kinds: ErrorKinds): ReplyErrorKind | undefined {
  if (Object.hasOwn(kinds, key)) return kinds[key];
  return Object.hasOwn(kindByCode, key) ? kindByCode[key] : undefined;
}

function failureStatus(status: number | undefined): number | undefined {
  return status !== undefined && status >= 400 && status < 600 ? status : undefined;
}

/** Returns a status for OpenAI's general type. In a stream, the real status was sent before the error. */
function statusOfType(type: string): number | undefined {
  return type === "invalid_request_error" ? 400 : undefined;
}

/** Formats JSON with indentation; JSON that cannot be printed remains as it was received. */
function prettyBody(payload: unknown, text: string): string {
  return (printJson(payload, 2) ?? text).slice(0, maxErrorBodyChars);
}

function cutBody(body: string): string {
  return body.trim().slice(0, maxErrorBodyChars);
}

/** Whether the body of a response is HTML or XML, as proxies in front of a provider return. */
export function isPage(body: string): boolean {
  return body.trimStart().startsWith("<");
}

/** Returns the status of a page and its text, which often begins with the status: "502 Bad Gateway". */
function pageMessage(html: string, status: number): string {
  const text = pageText(html);
  return text.includes(String(status)) || isSuccess({ status }) ? text : `${status} ${text}`.trim();
}

/** Maximum length of a page's text in a message, and of the part of a page that is searched for it, in characters. */
const maxPageTextChars = 200;
const maxPageChars = 8000;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };

/** Returns the title of an HTML page, or the beginning of its text. */
function pageText(html: string): string {
  const page = html.slice(0, maxPageChars).replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, " ");
  const [, title = ""] = /<title\b[^>]*>([^<]*)/i.exec(page) ?? [];
  return textOf(title) || textOf(page);
}

function textOf(html: string): string {
  const text = html
    .replace(/<!--[\s\S]*?(-->|$)|<[^>]*(>|$)/g, " ")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? "");
  return text.replace(/\s+/g, " ").trim().slice(0, maxPageTextChars);
}

/**
 * Returns the requested delay in milliseconds. A date is relative to the response's `Date` and is ignored without it.
 */
function retryDelay({ retryAfter, retryAfterMs, date }: WholeResponse): number | undefined {
  const exact = positiveNumber(retryAfterMs);
  if (exact !== undefined) return exact;
  const seconds = positiveNumber(retryAfter);
  if (seconds !== undefined) return seconds * 1000;
  const wait = Date.parse(retryAfter ?? "") - Date.parse(date ?? "");
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

function positiveNumber(header: string | undefined): number | undefined {
  return header !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
}
