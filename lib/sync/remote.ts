import { AppError } from "@/lib/errors";

/** Why a remote could not be read or written; each has a sentence of its own that says what to do. */
export const syncProblems = [
  "credentials",
  "forbidden",
  "no-folder",
  "wrong-method",
  "changed",
  "too-large",
  "locked",
  "busy",
  "server",
  "full",
  "redirected",
  "unreachable",
  "slow",
  "access-code",
  "proxy-refuses",
  "no-backup",
  "newer-version",
  "wrong-address",
] as const;
export type SyncProblem = (typeof syncProblems)[number];

/** Makes the error of a sync that came to nothing. */
export function syncError(problem: SyncProblem, status?: number): AppError {
  return new AppError("sync-failed", { problem, ...(status === undefined ? {} : { status }) });
}

/** One HTTP request to a remote, as plain data. */
export interface RemoteCall {
  readonly method: "GET" | "POST" | "PUT" | "MKCOL";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What was answered. */
export interface RemoteAnswer {
  readonly status: number;
  readonly body: string;
  /** The version that was read or written, where the server says one. */
  readonly etag?: string;
}

/** Sends a call. Throws a sync error where no answer comes. */
export type SendCall = (call: RemoteCall) => Promise<RemoteAnswer>;

/** What is kept at a remote; no text where nothing was ever kept there. */
export interface Kept {
  readonly text: string;
  /** True: there is nothing, not even an empty file, and none may be there when it is written. */
  readonly isMissing?: boolean;
  readonly etag?: string;
}

/** A place that keeps one text for all devices. All throw sync errors, but `check`. */
export interface Remote {
  /** Whether the place answers as it should; false for whatever goes wrong. */
  check(): Promise<boolean>;
  get(): Promise<Kept>;
  /** Puts a text in the place of what was read. Throws `changed` where another device has written meanwhile. */
  set(text: string, over: Kept): Promise<void>;
}

/** Where calls go: straight to the service, or through a server that passes them on. */
export interface Way {
  /** The proxy's address up to `/api`; absent: straight. */
  readonly proxy?: string;
  /** The code of the server that passes them on, where it wants one. */
  readonly accessCode?: string;
}

/** The folder at a WebDAV server, and the name under which an Upstash keeps it: one place for old clients and new. */
export const defaultPlace = "chatgpt-next-web";

/** The name of the file in the folder. */
export const fileName = "backup.json";

/** Returns a call's headers, the proxy's code among them: its usual name is taken by the service's credential. */
export function headersOf(authorization: string, { proxy, accessCode }: Way): Record<string, string> {
  return { authorization, ...(proxy !== undefined && accessCode ? { "x-api-key": `nk-${accessCode}` } : {}) };
}

/** Returns text as base64 of its UTF-8 bytes. */
export function base64OfText(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Makes the error of an answer that is no success. */
export function refusalOf({ status, body }: RemoteAnswer, { proxy }: Way): AppError {
  return syncError(problemOf(status, proxy !== undefined ? messageIn(body) : ""), status);
}

function problemOf(status: number, said: string): SyncProblem {
  if (/access code/.test(said)) return "access-code";
  if (/Invalid endpoint|not allowed to request|asks for no such address/.test(said)) return "proxy-refuses";
  // Also where its certificate is refused.
  if (/cannot be reached/.test(said)) return "unreachable";
  if (status === 0 || (status >= 300 && status <= 399)) return "redirected";
  switch (status) {
    case 401:
      return "credentials";
    case 403:
      return "forbidden";
    case 404:
    case 409:
      return "no-folder";
    case 405:
    case 501:
      return "wrong-method";
    case 412:
      return "changed";
    case 413:
      return "too-large";
    case 423:
      return "locked";
    case 429:
      return "busy";
    case 504:
      return "slow";
    case 507:
      return "full";
    default:
      return "server";
  }
}

/** What our own proxies say of a call that they did not pass on. */
function messageIn(body: string): string {
  try {
    const { msg, error } = JSON.parse(body);
    return String(msg ?? error?.message ?? "");
  } catch {
    return "";
  }
}
