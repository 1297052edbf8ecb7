import { abortWith } from "@/lib/server/abort-with";
import { requireCode } from "@/lib/server/access";
import { answerInTime } from "@/lib/server/answer-in-time";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { refuse } from "@/lib/server/error-response";
import { replyHeaders } from "@/lib/server/relay-headers";
import { limitReply } from "@/lib/server/reply-limits";
import { readBodyBytes } from "@/lib/server/request-body";
import { readS3Target } from "@/lib/server/s3-target";
import { currentServer, type Server } from "@/lib/server/server";
import type { SyncTarget } from "@/lib/server/sync-target";
import { readUpstashTarget } from "@/lib/server/upstash-target";
import { readWebDavTarget } from "@/lib/server/webdav-target";

/** Maximum size of a synced file, in bytes: enough for a user's whole history. */
const maxFileBytes = 200_000_000;
/** Timeout until a store responds, in milliseconds; it receives the whole file first. */
const answerMs = 300_000;
const fileLimits = { idleMs: 60_000, totalMs: 600_000, maxBytes: maxFileBytes } as const;

/** Forwarded headers: the store's credential, and the version to read or write (RFC 9110, 13.1). */
const passedHeaders = ["authorization", "content-type", "if-match", "if-none-match"];
/** Further headers of an S3 signature. */
const signatureHeaders = ["x-amz-content-sha256", "x-amz-date"];
const toldHeaders = ["etag"];
const takenHeaders = /^(if-match|if-none-match|x-api-key)$/;
const takenHeadersOfS3 = /^(if-match|if-none-match|x-amz-content-sha256|x-amz-date|x-api-key)$/;

/** `/api/webdav/{path}?endpoint=`: the shared file or an object on a WebDAV server without CORS. */
export function webDavRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  const headers = { sent: takenHeaders, read: toldHeaders };
  const target = () => readWebDavTarget(request, server.config);
  return apiRoute(request, server, ["GET", "PUT", "DELETE", "MKCOL"], () => passOn(request, server, target), headers);
}

/** `/api/upstash/{get|set|del}/{key}?endpoint=`: one key of a Redis database at Upstash. */
export function upstashRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  const headers = { sent: takenHeaders, read: toldHeaders };
  return apiRoute(
    request,
    server,
    ["GET", "POST"],
    () => passOn(request, server, () => readUpstashTarget(request)),
    headers,
  );
}

/** `/api/s3/{path}?endpoint=`: the shared file or an object in a bucket without CORS. */
export function s3Route(request: ApiRequest, server = currentServer()): Promise<Response> {
  const headers = { sent: takenHeadersOfS3, read: toldHeaders };
  const target = () => readS3Target(request, server.config);
  const pass = () => passOn(request, server, target, [...passedHeaders, ...signatureHeaders]);
  return apiRoute(request, server, ["GET", "PUT", "DELETE"], pass, headers);
}

async function passOn(
  request: ApiRequest,
  server: Server,
  read: () => SyncTarget,
  passed: readonly string[] = passedHeaders,
): Promise<Response> {
  await requireCode(request.headers, server);
  const target = read();
  const body = request.method === "GET" ? undefined : await readBodyBytes(request, maxFileBytes, server.bodies);
  const upstream = abortWith(request);
  const call = {
    ...target,
    headers: sentHeaders(request.headers, passed),
    ...(body?.bytes && { body: body.bytes }),
    signal: upstream.signal,
  };
  const send = () => server.reach(call);
  const answer = await answerInTime({ send, upstream, ms: answerMs }, server).finally(() => body?.release());
  const { status } = answer;
  if (status !== 0 && (status < 200 || status > 599)) throw refuse("target-unreadable");
  const headers = replyHeaders(answer.headers, () => "text/plain");
  const etag = answer.headers.get("etag");
  if (etag !== null) headers.set("etag", etag);
  // Return redirects without following them: their destination is not allowed by any list.
  if (status === 0 || (status >= 300 && status <= 399)) {
    await answer.body?.cancel();
    return new Response(null, { status: status === 0 ? 302 : status, headers });
  }
  const stream = answer.body && limitReply(answer.body, upstream, server, fileLimits);
  return new Response([204, 205].includes(status) ? null : stream, { status, headers });
}

function sentHeaders(headers: Headers, passed: readonly string[]): Record<string, string> {
  const sent = passed.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    // An access code is for this server only.
    return value === null || /^(\s*bearer)?\s*nk-/i.test(value) ? [] : [[name, value]];
  });
  return Object.fromEntries(sent);
}
