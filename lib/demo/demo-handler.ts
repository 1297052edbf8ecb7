import { hasMoreJsonParts, maxJsonParts } from "@/lib/chat/json-parts";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { allText, type DemoRequest, demoRequestSchema, turnOf } from "@/lib/demo/demo-request";
import { type DemoReply, demoReply } from "@/lib/demo/demo-script";
import { type ChunkHead, eventStream, replySteps } from "@/lib/demo/demo-stream";
import type { Environment } from "@/lib/environment";
import { parseJson } from "@/lib/json";
import * as z from "@/lib/zod";

/** The only model of the demo. */
const demoModel = "scripted-demo";

const maxBodyBytes = 1_000_000;

/** The members of a request that the handler reads. */
interface DemoCall extends Pick<Request, "method" | "signal"> {
  readonly body: ReadableStream<Uint8Array> | null;
}

type SpokenReply = Extract<DemoReply, { kind: "parts" }>;

/**
 * Handles requests like a small server of the OpenAI dialect, with scripted replies. Runs on the server and in the
 * page. `path` is the path below the base URL.
 */
export async function demoHandler(request: DemoCall, path: readonly string[], env: Environment): Promise<Response> {
  switch (`${request.method} ${path.join("/")}`) {
    case "GET v1/models":
      return Response.json({ object: "list", data: [{ id: demoModel, object: "model", owned_by: "demo" }] });
    case "POST v1/chat/completions":
      return complete(request, env);
    default:
      return failure(404, "not_found_error", "The demonstration has nothing at this address.");
  }
}

async function complete(request: DemoCall, env: Environment): Promise<Response> {
  // A body that breaks off is not a request: the caller has disconnected.
  const text = await readText(request).catch(() => "");
  if (text === undefined) return failure(413, "invalid_request_error", "The request is larger than 1 MB.");
  if (hasMoreJsonParts(text, maxJsonParts))
    return failure(413, "invalid_request_error", "The request has too many parts.");
  const read = z.safeParse(demoRequestSchema, parseJson(text));
  if (!read.success) return failure(400, "invalid_request_error", "The request is not a chat request.");
  const reply = demoReply(turnOf(read.data));
  if (reply.kind === "error") return failure(429, "rate_limit_error", reply.message);
  const head = { id: `chatcmpl-${env.newId()}`, created: Math.floor(env.now() / 1000), model: demoModel };
  const usage = usageOf(read.data, reply);
  if (!read.data.stream) return Response.json(wholeReply(head, reply, usage));
  const steps = replySteps(head, reply.parts, reply.call, usage);
  return new Response(eventStream(steps, request.signal, env), {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

function wholeReply(head: ChunkHead, { parts, call }: SpokenReply, usage: unknown) {
  const reasoning = textOfKind(parts, "reasoning");
  const message = {
    role: "assistant",
    content: textOfKind(parts, "text"),
    ...(reasoning ? { reasoning_content: reasoning } : {}),
    ...(call ? { tool_calls: [toolCall(head, call)] } : {}),
  };
  const choices = [{ index: 0, message, finish_reason: call ? "tool_calls" : "stop" }];
  return { ...head, object: "chat.completion", choices, usage };
}

function toolCall({ id }: ChunkHead, { name, argumentsText }: NonNullable<SpokenReply["call"]>) {
  return { id: `call_${id}`, type: "function", function: { name, arguments: argumentsText } };
}

function usageOf(request: DemoRequest, { parts, call }: SpokenReply) {
  const prompt = Math.ceil(estimateTokens(allText(request)));
  const reasoning = Math.ceil(estimateTokens(textOfKind(parts, "reasoning")));
  const answer = Math.ceil(estimateTokens(textOfKind(parts, "text") + (call?.argumentsText ?? "")));
  return {
    prompt_tokens: prompt,
    completion_tokens: reasoning + answer,
    total_tokens: prompt + reasoning + answer,
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

function textOfKind(parts: SpokenReply["parts"], kind: "reasoning" | "text"): string {
  return parts
    .filter((part) => part.kind === kind)
    .map(({ text }) => text)
    .join("");
}

/** Returns an error in OpenAI's format. */
function failure(status: number, type: string, message: string): Response {
  return Response.json({ error: { message, type, param: null, code: null } }, { status });
}

/** Reads the body as text; undefined if it is too large. */
async function readText({ body }: DemoCall): Promise<string | undefined> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return text;
    bytes += value.byteLength;
    if (bytes > maxBodyBytes) {
      await reader.cancel();
      return undefined;
    }
  }
}
