import type { AppError } from "@/lib/errors";
import type { S3Settings } from "@/lib/settings/sync-settings";
import {
  defaultPlace,
  fileName,
  type ObjectStore,
  type Remote,
  type RemoteAnswer,
  type RemoteCall,
  type RemoteText,
  refusalOf,
  type SendCall,
  type SyncProblem,
  syncError,
  type Way,
} from "@/lib/sync/remote";
import { isOddPrefix } from "@/lib/sync/s3-prefix";
import { signedHeaders } from "@/lib/sync/s3-signature";

/**
 * Services that refuse a conditional write if the object has changed. Others may ignore the condition, so they count as
 * hosts without versions.
 */
const conditionalHosts = /(^|\.)(amazonaws\.com(\.cn)?|r2\.cloudflarestorage\.com)$/;

const bucketInPath = /^[\w.-]{1,255}$/;
const bucketInHost = /^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/;
const regionName = /^[\w-]{1,50}$/;

/** Statuses of a service that does not support a condition. */
const unsupported = [400, 501];

/** Opens the file in a bucket: https://docs.aws.amazon.com/AmazonS3/latest/API/ */
export function openS3(settings: S3Settings, way: Way, send: SendCall, now: () => number): Remote {
  const call = callerOf(settings, way, send, now);
  const file = `${defaultPlace}/${fileName}`;
  /** The version that was read last, for hosts that may ignore it. */
  let seen: RemoteText | undefined;

  async function get(): Promise<RemoteText> {
    const answer = await call("GET", file);
    if (isMissing(answer)) return { text: "", isMissing: true };
    if (answer.status !== 200) throw problemOf(answer, way);
    const { body: text, etag } = answer;
    seen = { text, ...(etag === undefined || etag.startsWith("W/") ? {} : { etag }) };
    return isConditionalHost(settings) ? seen : { text };
  }

  return {
    name: file,
    objects: objectsBehind(call, way),
    async check() {
      await get();
      return true;
    },
    get,
    async set(text, over) {
      const put = (headers: Record<string, string>) =>
        call("PUT", file, { body: text, headers: { "content-type": "application/json", ...headers } });
      const condition = conditionOf(over, seen);
      let answer = await put(condition);
      // The file was removed, or another write is under way.
      if (isOvertaken(answer)) throw syncError("changed");
      const isUnsupported = unsupported.includes(answer.status) && codeIn(answer.body) === "NotImplemented";
      if (isUnsupported && !isConditionalHost(settings)) answer = await put({});
      if (!isSuccess(answer)) throw problemOf(answer, way);
    },
  };
}

/** Returns the condition under which a text is replaced. */
function conditionOf(over: RemoteText, seen: RemoteText | undefined): Record<string, string> {
  if (over.isMissing) return { "if-none-match": "*" };
  const etag = over.etag ?? (seen?.text === over.text ? seen.etag : undefined);
  return etag === undefined ? {} : { "if-match": etag };
}

function isConditionalHost({ endpoint }: S3Settings): boolean {
  return conditionalHosts.test(new URL(endpoint).hostname);
}

type S3Call = (method: RemoteCall["method"], path: string, more?: Partial<RemoteCall>) => Promise<RemoteAnswer>;

function callerOf(settings: S3Settings, way: Way, send: SendCall, now: () => number): S3Call {
  return async (method, path, more = {}) => {
    const base = baseOf(settings);
    const call = { ...more, method, url: `${base}/${path}`, headers: more.headers ?? {} };
    const headers = await signedHeaders(call, settings, now());
    const { proxy, accessCode } = way;
    if (proxy === undefined) return send({ ...call, headers });
    const url = `${proxy}/s3/${path}?${new URLSearchParams({ endpoint: base })}`;
    return send({ ...call, url, headers: { ...headers, ...(accessCode ? { "x-api-key": `nk-${accessCode}` } : {}) } });
  };
}

/** Returns the URL of the folder in the bucket. Throws if a field is invalid. */
function baseOf({ endpoint, bucket, prefix, region, isPathStyle }: S3Settings): string {
  if (!/^https?:\/\//i.test(endpoint) || !URL.canParse(endpoint)) throw syncError("wrong-address");
  if (!regionName.test(region)) throw syncError("region");
  if (!(isPathStyle ? bucketInPath : bucketInHost).test(bucket) || /^\.+$/.test(bucket)) throw syncError("no-bucket");
  const { protocol, host, pathname } = new URL(endpoint);
  const folders = prefix.split("/").filter((folder) => folder !== "");
  if (isOddPrefix(prefix)) throw syncError("wrong-address");
  const path = [...(isPathStyle ? [bucket] : []), ...folders].map(encoded);
  const start = `${protocol}//${isPathStyle ? "" : `${bucket}.`}${host}${pathname.replace(/\/+$/, "")}`;
  // An IP address has no names before it.
  if (!URL.canParse(start)) throw syncError("wrong-address");
  return [start, ...path].join("/");
}

/** Encodes a segment of a path as signatures expect it (RFC 3986). */
function encoded(segment: string): string {
  return encodeURIComponent(segment).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Opens the objects in the folder of the file. */
function objectsBehind(call: S3Call, way: Way): ObjectStore {
  const pathOf = (name: string) => `${defaultPlace}/parley-${name}`;
  return {
    async read(name) {
      const answer = await call("GET", pathOf(name), { isBinary: true });
      if (isMissing(answer)) return undefined;
      if (answer.status !== 200 || !answer.bytes) throw problemOf(answer, way);
      return answer.bytes;
    },
    async write(name, bytes) {
      const headers = { "content-type": "application/octet-stream" };
      const answer = await call("PUT", pathOf(name), { body: bytes, headers });
      if (!isSuccess(answer)) throw problemOf(answer, way);
    },
    async remove(name) {
      const answer = await call("DELETE", pathOf(name));
      if (!isSuccess(answer) && !isMissing(answer)) throw problemOf(answer, way);
    },
  };
}

function isOvertaken(answer: RemoteAnswer): boolean {
  return isMissing(answer) || (answer.status === 409 && codeIn(answer.body) === "OperationAborted");
}

function isSuccess({ status }: RemoteAnswer): boolean {
  return status >= 200 && status <= 299;
}

function isMissing({ status, body }: RemoteAnswer): boolean {
  return status === 404 && codeIn(body) === "NoSuchKey";
}

/** The start of an error document that is searched, in characters. */
const searchedChars = 4_000;

/** Returns a simple element of an error document. Such documents come from a host, so they are not parsed as XML. */
function elementIn(body: string, name: "Code" | "Region"): string | undefined {
  return new RegExp(`<${name}>([\\w-]{1,64})</${name}>`).exec(body.slice(0, searchedChars))?.[1];
}

function codeIn(body: string): string | undefined {
  return elementIn(body, "Code");
}

/** Problems without a known code, as they are called here. */
const ownProblems: ReadonlyMap<unknown, SyncProblem> = new Map([
  ["redirected", "region"],
  ["no-folder", "no-bucket"],
  ["credentials", "wrong-key"],
]);

/** Creates the error of an unsuccessful response. */
function problemOf(answer: RemoteAnswer, way: Way): AppError {
  const { status, body } = answer;
  const region = elementIn(body, "Region");
  switch (codeIn(body)) {
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
    case "XAdminUserNotFound":
    case "Unauthorized":
      return syncError("wrong-key", status);
    case "AccessDenied":
      return syncError("no-listing", status);
    case "NoSuchBucket":
    case "InvalidBucketName":
      return syncError("no-bucket", status);
    case "RequestTimeTooSkewed":
    case "RequestExpired":
      return syncError("clock", status);
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
    case "TemporaryRedirect":
    case "IllegalLocationConstraintException":
    case "InvalidRegionName":
      return region === undefined ? syncError("region", status) : syncError("other-region", status, { region });
    case "ConditionalRequestConflict":
      return syncError("changed", status);
    case "EntityTooLarge":
      return syncError("too-large", status);
    case "SlowDown":
      return syncError("busy", status);
    case "QuotaExceeded":
    case "XMinioStorageFull":
      return syncError("full", status);
  }
  const answered = refusalOf(answer, way);
  const own = ownProblems.get(answered.details.problem);
  return own === undefined ? answered : syncError(own, status);
}
