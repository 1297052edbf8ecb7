import { requireCode } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { countCall } from "@/lib/server/count-call";
import { refuse } from "@/lib/server/error-response";
import { readAnswer, readJsonRequest } from "@/lib/server/request-body";
import { currentServer, type Server } from "@/lib/server/server";
import * as z from "@/lib/zod";

/** Maximum size of a conversation, in bytes; conversations are texts only. */
const maxBytes = 5_000_000;
const maxAnswerBytes = 100_000;
/** Timeout of the service, in milliseconds. */
const serviceMs = 20_000;

const conversationSchema = z.object({
  avatarUrl: z.null(),
  items: z
    .array(z.object({ from: z.enum(["human", "gpt"]), value: z.string() }))
    .check(z.minLength(1), z.maxLength(10_000)),
});
const answerSchema = z.object({ id: z.string().check(z.regex(/^[\w-]{1,100}$/)) });

/** `/api/share`: sends a conversation to the operator's share service and returns the link to it. */
export function shareRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["POST"], async () => {
    const { shareService } = server.config;
    if (shareService === undefined) throw refuse("not-found");
    await requireCode(request.headers, server);
    countCall(request, server.artifactWrites, server);
    const id = await send(shareService.url, await readConversation(request, server), server);
    return Response.json({ link: shareService.link.replace("{id}", id) });
  });
}

async function readConversation(request: ApiRequest, { config }: Server): Promise<unknown> {
  const body = await readJsonRequest(request, Math.min(maxBytes, config.maxBodyBytes));
  const parsed = z.safeParse(conversationSchema, body);
  if (!parsed.success) throw refuse("malformed");
  return parsed.data;
}

/**
 * Returns the service's id of the conversation. Only the validated conversation is sent, without the caller's headers.
 */
async function send(url: string, conversation: unknown, { env }: Server): Promise<string> {
  const response = await env
    .fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(conversation),
      redirect: "manual",
      signal: AbortSignal.timeout(serviceMs),
    })
    .catch(() => {
      throw refuse("target-unreachable");
    });
  if (!response.ok || !response.body) throw refuse("target-unreadable");
  const parsed = z.safeParse(z.pipe(z.jsonText, answerSchema), await readAnswer(response.body, maxAnswerBytes));
  if (!parsed.success) throw refuse("target-unreadable");
  return parsed.data.id;
}
