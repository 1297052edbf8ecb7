import { abortWith } from "@/lib/server/abort-with";
import { requireCode } from "@/lib/server/access";
import { answerInTime } from "@/lib/server/answer-in-time";
import type { ApiRequest } from "@/lib/server/api-request";
import { refuse } from "@/lib/server/error-response";
import { pluginReplyHeaders, pluginRequestHeaders } from "@/lib/server/plugin-headers";
import { readPluginTarget } from "@/lib/server/plugin-target";
import { limitReply, type ReplyLimits } from "@/lib/server/reply-limits";
import { readBodyBytes } from "@/lib/server/request-body";
import type { Server } from "@/lib/server/server";

/** Limits of a plugin's call (docs/security.md#o48): milliseconds until the response starts, and bytes. */
const headersMs = 120_000;
const maxRequestBytes = 10_000_000;
const maxReplyBytes = 20_000_000;

/** Maximum idle time and total time of a response, in milliseconds; the gaps between events may be longer. */
const answerLimits = { idleMs: 60_000, totalMs: 600_000, maxBytes: maxReplyBytes } as const;
const eventsIdleMs = 600_000;

/** Forwards a plugin's call to the URL in its headers and streams the response back. Throws a refusal. */
export async function proxyPluginCall(request: ApiRequest, server: Server): Promise<Response> {
  const { config } = server;
  if (config.disablePluginProxy) throw refuse("not-found");
  await requireCode(request.headers, server, "tools");
  const target = readPluginTarget(request, config);
  const body = await readBodyBytes(request, Math.min(maxRequestBytes, config.maxBodyBytes), server.bodies);
  const upstream = abortWith(request);
  const call = {
    ...target,
    method: request.method,
    headers: pluginRequestHeaders(request.headers, config.users.header),
    ...(body.bytes && { body: body.bytes }),
    signal: upstream.signal,
  };
  const send = () => server.reach(call);
  const answer = await answerInTime({ send, upstream, ms: headersMs }, server).finally(body.release);
  return replyOf(answer, upstream, server);
}

async function replyOf(answer: Response, upstream: AbortController, server: Server): Promise<Response> {
  const { status } = answer;
  const refusal = refusalFor(answer);
  if (refusal !== undefined) {
    await answer.body?.cancel();
    throw refuse(refusal);
  }
  const headers = pluginReplyHeaders(answer.headers);
  const isEvents = headers.get("content-type")?.startsWith("text/event-stream");
  const limits: ReplyLimits = isEvents
    ? { ...answerLimits, idleMs: eventsIdleMs, totalMs: server.config.maxReplyMs }
    : answerLimits;
  return new Response(answer.body && limitReply(answer.body, upstream, server, limits), { status, headers });
}

function refusalFor({ status, headers }: Response) {
  if (status === 0 || (status >= 300 && status <= 399)) return "target-redirected";
  if (status < 200 || status > 599) return "target-unreadable";
  return Number(headers.get("content-length")) > maxReplyBytes ? "target-too-large" : undefined;
}
