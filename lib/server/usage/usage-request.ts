import type { ChatRequest } from "@/lib/chat/request";
import { isRecord, parseJson, printJson, recordOf } from "@/lib/json";
import type { ChatCodec } from "@/lib/providers/provider";
import type { RelayBody } from "@/lib/server/relay-body";
import type { RelayCall } from "@/lib/server/relay-call";
import { codecOfModel } from "@/lib/server/usage/call-codec";

const chatPath = /(^|\/)chat\/completions$/;

/** The first version of Azure's API that accepts `stream_options`. */
const azureSince = "2024-09-01";

/**
 * Returns the body of a metered call, which requests usage: without it, the tokens of a stream could only be estimated,
 * and its caller would decide that. Servers that do not know the field get the body as it is.
 */
export async function withUsageRequest(body: RelayBody, call: RelayCall): Promise<RelayBody> {
  const { parsed, content } = body;
  if (parsed === undefined || typeof content !== "string" || !chatPath.test(call.listed)) return body;
  const options = recordOf(parsed.stream_options);
  if (parsed.stream !== true || options.include_usage === true) return body;
  if (!(await acceptsUsageOption(call, String(parsed.model ?? "")))) return body;
  const requesting = { ...parsed, stream_options: { ...options, include_usage: true } };
  return { ...body, content: printJson(requesting) ?? content, parsed: requesting };
}

/** Results by codec. Building a request for each call would cost more than reading its reply. */
const acceptedByCodec = new WeakMap<ChatCodec, boolean>();

/** Whether the app itself requests usage from a server of this kind, or uses another API of it. */
async function acceptsUsageOption({ target, listed, query }: RelayCall, model: string): Promise<boolean> {
  if (listed.includes("{deployment}")) {
    return (query.get("api-version") || target.options.apiVersion || "") >= azureSince;
  }
  const codec = await codecOfModel(target.provider, model);
  const accepts = acceptedByCodec.get(codec) ?? requestsUsage(codec, model);
  acceptedByCodec.set(codec, accepts);
  return accepts;
}

/** Whether a codec requests usage in chat completions, or uses another API. Its address makes no difference. */
function requestsUsage(codec: ChatCodec, model: string): boolean {
  const chat: ChatRequest = { model, messages: [{ role: "user", content: "Hi" }], stream: true };
  const { url, body } = codec.buildRequest(chat, { baseUrl: "https://localhost", headers: {} });
  if (!chatPath.test(new URL(url).pathname)) return true;
  const sent = typeof body === "string" ? parseJson(body) : undefined;
  return isRecord(sent) && sent.stream_options !== undefined;
}
