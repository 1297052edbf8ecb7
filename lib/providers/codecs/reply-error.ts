import type { ReplyError } from "@/lib/chat/message";
import type { ReplyErrorKind } from "@/lib/errors";
import { isRecord, type JsonRecord, listOf, parseJson, printJson, recordOf, stringOf } from "@/lib/providers/json";
import type { WholeResponse } from "@/lib/providers/provider";

/** How much of an error's body, and of its message, is kept, in characters. */
export const maxErrorBodyChars = 4000;

/** What a provider's own codes and types mean, by the word in lower case and without `_` or `.`. */
export type ErrorWords = Readonly<Record<string, ReplyErrorKind>>;

/** Codes and types that mean one thing whatever the status and the provider. */
const kindByWord: ErrorWords = {
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
  // Our own relay's words for what happened between it and the provider.
  network: "network",
  protocol: "protocol",
};

/** What our own relay, and any of its kind, says of a code of access. */
const codeOfRelay: Readonly<Record<string, string>> = { "wrong access code": "wrong-code" };

/** What a message gives away where the status only says that the request was refused. */
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

/** What is known of an error; a status of success is as good as none. */
export interface ErrorSignals {
  readonly status?: number;
  readonly code?: string | null;
  readonly type?: string;
  readonly message?: string;
}

/** Returns the kind of an error from all that a provider said of it: its own words first, then the status. */
export function replyErrorKind(
  { status, code, type = "", message = "" }: ErrorSignals,
  words: ErrorWords = {},
): ReplyErrorKind {
  const said = kindOfWord(code ?? "", words) ?? kindOfWord(type, words);
  if (said) return said;
  const failure = failureStatus(status) ?? failureStatus(Number(code)) ?? statusOfType(type);
  if (failure === 400 || failure === 422) {
    return kindByRefusal.find(([pattern]) => pattern.test(message))?.[1] ?? "bad-request";
  }
  if (failure === undefined) return "server";
  return kindByStatus[failure] ?? (failure < 500 ? "bad-request" : "server");
}

/** Reads the error out of an answer that was no reply: a JSON body of any shape, HTML, plain text or nothing. */
export function errorOfResponse(response: WholeResponse, words?: ErrorWords): ReplyError {
  const { status } = response;
  const retryAfterMs = retryDelay(response);
  const common = {
    ...(isSuccess(response) ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  const payload = parseJson(response.body);
  if (isRecord(payload)) {
    return {
      ...describeError(errorBodyOf(payload) ?? payload, words, status),
      ...common,
      body: prettyBody(payload, response.body),
    };
  }
  const text = plainText(typeof payload === "string" ? payload : response.body);
  const kind = replyErrorKind({ status, message: text });
  return { kind, code: null, message: text, ...common, ...(text && { body: text }) };
}

/** Whether an answer's status is one of success. */
export function isSuccess({ status }: Pick<WholeResponse, "status">): boolean {
  return status >= 200 && status < 300;
}

/**
 * Reads the error out of one event of a stream; returns nothing for an event that is none.
 *
 * Errors arrive as `{error: …}`, as an object that says of itself that it is an error, or as a code other than zero
 * beside a message.
 */
export function errorOfPayload(payload: JsonRecord, text: string, words?: ErrorWords): ReplyError | undefined {
  const body = errorBodyOf(payload);
  return body === undefined ? undefined : { ...describeError(body, words), body: prettyBody(payload, text) };
}

/** Returns an error that is named so from outside, as by the event's own name: JSON of any shape, or plain text. */
export function errorOfText(text: string, words?: ErrorWords): ReplyError {
  const payload = parseJson(text);
  if (!isRecord(payload)) return { kind: "server", code: null, message: plainText(text) };
  return { ...describeError(errorBodyOf(payload) ?? payload, words), body: prettyBody(payload, text) };
}

/** Puts into an error what its provider says in places of its own; the waiting time and the body stay. */
export function errorWith(error: ReplyError, told: ErrorSignals, words?: ErrorWords): ReplyError {
  const { code = null, message = "" } = told;
  const kind = replyErrorKind({ status: error.status, ...told }, words);
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
  words?: ErrorWords,
  status?: number,
): Pick<ReplyError, "kind" | "code" | "message"> {
  const { code: rawCode, ...error } = recordOf(body);
  const code = (typeof rawCode === "string" && rawCode) || (typeof rawCode === "number" && String(rawCode)) || null;
  const said =
    stringOf(body) || stringOf(error.message) || stringOf(error.msg) || stringOf(error.error) || detailOf(error.detail);
  const message = said.slice(0, maxErrorBodyChars);
  const ours = error.error === true ? (codeOfRelay[message] ?? null) : null;
  // OpenRouter says why its moderation objects, beside the status of a missing right.
  const isModerated = listOf(recordOf(error.metadata).reasons).length > 0;
  return {
    kind: isModerated ? "content-filter" : replyErrorKind({ status, code, type: stringOf(error.type), message }, words),
    code: code ?? ours,
    message,
  };
}

/** The detail is text, or (Mistral) a list of what is wrong with single fields. */
function detailOf(detail: unknown): string {
  const texts = listOf(detail).map((field) => stringOf(recordOf(field).msg));
  return stringOf(detail) || texts.filter(Boolean).join("\n");
}

/** A word that goes into detail after a dot (`SensitiveContentDetected.Violence`) means what it begins with. */
function kindOfWord(word: string, words: ErrorWords): ReplyErrorKind | undefined {
  const [beginning = ""] = word.split(".");
  return kindOfKey(keyOf(word), words) ?? kindOfKey(keyOf(beginning), words);
}

function keyOf(word: string): string {
  return word.toLowerCase().replace(/[_.]/g, "");
}

function kindOfKey(key: string, words: ErrorWords): ReplyErrorKind | undefined {
  if (Object.hasOwn(words, key)) return words[key];
  return Object.hasOwn(kindByWord, key) ? kindByWord[key] : undefined;
}

function failureStatus(status: number | undefined): number | undefined {
  return status !== undefined && status >= 400 && status < 600 ? status : undefined;
}

/** In a stream the status is long sent; OpenAI's general type then says whose fault it was. */
function statusOfType(type: string): number | undefined {
  return type === "invalid_request_error" ? 400 : undefined;
}

/** JSON that cannot be printed with indentation stays as it came. */
function prettyBody(payload: unknown, text: string): string {
  return (printJson(payload, 2) ?? text).slice(0, maxErrorBodyChars);
}

/** Text that can be shown as it is: a page of HTML says nothing that the status does not. */
function plainText(body: string): string {
  const text = body.trim();
  return text.startsWith("<") ? "" : text.slice(0, maxErrorBodyChars);
}

/** Returns the asked waiting time in milliseconds; a date counts from the answer's own date, and not without one. */
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
