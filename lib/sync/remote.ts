import { AppError } from "@/lib/errors";

/** Reasons that a remote could not be read or written; each has a text with instructions. */
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
  "wrong-key",
  "no-bucket",
  "no-listing",
  "clock",
  "region",
  "other-region",
  "folder-missing",
  "folder-closed",
  "folder-failed",
  "unreachable",
  "slow",
  "access-code",
  "proxy-refuses",
  "no-backup",
  "newer-version",
  "wrong-address",
  "needs-setup",
  "needs-passphrase",
  "wrong-passphrase",
  "other-key",
  "not-stored",
  "altered",
  "incomplete",
  "cleared",
  "doubtful",
  "unsynced",
] as const;
export type SyncProblem = (typeof syncProblems)[number];

/** Creates the error of a failed sync. */
export function syncError(
  problem: SyncProblem,
  status?: number,
  more: Readonly<Record<string, string>> = {},
): AppError {
  return new AppError("sync-failed", { problem, ...(status === undefined ? {} : { status }), ...more });
}

/** One HTTP request to a remote, as plain data. */
export interface RemoteCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "MKCOL";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Whether a successful response is returned as bytes. */
  readonly isBinary?: boolean;
}

/** The response of a remote. */
export interface RemoteAnswer {
  readonly status: number;
  readonly body: string;
  /** The body of a successful binary call. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** The version that was read or written, if the server sends one. */
  readonly etag?: string;
}

/** Sends a call. Throws a sync error without a response. */
export type SendCall = (call: RemoteCall) => Promise<RemoteAnswer>;

/** The stored text at a remote; empty if nothing was ever stored. */
export interface RemoteText {
  readonly text: string;
  /** True if the file is missing (an empty file exists). Then it must still be missing when it is written. */
  readonly isMissing?: boolean;
  /** True if parts of a former readable file may remain, which the next write removes. */
  readonly isUnclean?: boolean;
  readonly etag?: string;
}

/** Whether a host refuses to overwrite what was written since: it has sent a strong ETag. */
export function isConditional(etag: string | undefined): boolean {
  return etag !== undefined && !etag.startsWith("W/");
}

/**
 * Objects beside the shared text. Each name is written once and never reused. All methods throw sync errors; a missing
 * object is undefined.
 */
export interface ObjectStore {
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Removes an object. A missing one is ignored. If it is known to be small, one call suffices everywhere. */
  remove(name: string, isSmall?: boolean): Promise<void>;
}

/** Beginning of a text that refers to objects. */
const rootStart = /^\{"\$parley":\{"version":[34],/;

/** Whether a text refers to objects: only this text is in force, whatever is stored beside it. */
export function isRootText(text: string): boolean {
  return rootStart.test(text);
}

/** The name of an object: 16 random bytes, which tell nothing. */
export const objectName = /^[0-9a-f]{32}$/;

/** A remote that stores one text for all devices. All methods throw sync errors. */
export interface Remote {
  /** Name of the stored text, the same on all devices. */
  readonly name: string;
  /** Whether the remote works. Returns false or throws a sync error if it does not. */
  check(): Promise<boolean>;
  get(): Promise<RemoteText>;
  /** Replaces the text that was read. Throws `changed` if another device has written meanwhile. */
  set(text: string, over: RemoteText): Promise<void>;
  /** The objects to which the text refers, if it is encrypted. */
  readonly objects: ObjectStore;
  /** Time that unneeded objects remain, in milliseconds, if it is longer than usual. */
  readonly unneededMs?: number;
}

/** The route of calls: directly to the service, or through a proxy. */
export interface Way {
  /** The proxy's URL up to `/api`; absent for direct calls. */
  readonly proxy?: string;
  /** Access code of the proxy's server, if it requires one. */
  readonly accessCode?: string;
}

/** The folder on a WebDAV server, and the key in Upstash; the same for old and new clients. */
export const defaultPlace = "chatgpt-next-web";

/** The name of the file in the folder. */
export const fileName = "backup.json";

/**
 * Returns a call's headers. The proxy's code has a different header, because `authorization` contains the service's
 * credential.
 */
export function headersOf(authorization: string, { proxy, accessCode }: Way): Record<string, string> {
  return { authorization, ...(proxy !== undefined && accessCode ? { "x-api-key": `nk-${accessCode}` } : {}) };
}

/** Returns text as base64 of its UTF-8 bytes. */
export function base64OfText(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Creates the error of an unsuccessful response. */
export function refusalOf({ status, body }: RemoteAnswer, { proxy }: Way): AppError {
  return syncError(problemOf(status, proxy !== undefined ? messageIn(body) : ""), status);
}

function problemOf(status: number, said: string): SyncProblem {
  if (/access code/.test(said)) return "access-code";
  if (/Invalid endpoint|not allowed to request|address is not allowed/.test(said)) return "proxy-refuses";
  // Also if its certificate is rejected.
  if (/could not be reached/.test(said)) return "unreachable";
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

/** Returns the message of our own proxies about a call that they did not forward. */
function messageIn(body: string): string {
  try {
    const { msg, error } = JSON.parse(body);
    return String(msg ?? error?.message ?? "");
  } catch {
    return "";
  }
}
