import * as v from "valibot";
import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { readShareService, type ShareService } from "@/lib/platform/share-service";
import { codeHeaders } from "@/lib/settings/connect";
import { useAccess } from "@/store/settings/access";

/** What was shared, for everybody who knows its address. */
export interface SharedLink {
  readonly link: string;
  /** When it is over, in milliseconds since the epoch; absent where it stays. */
  readonly expires?: number | undefined;
}

/** How long the server may take, in milliseconds. */
const callMs = 30_000;

const keptSchema = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]+$/)), expires: v.optional(v.number()) });
const conversationSchema = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)) });
const linkSchema = v.object({ link: v.pipe(v.string(), v.regex(/^https?:\/\//)) });

type Env = Pick<Environment, "fetch">;

/** Keeps a page on the server and answers its address. Throws AppError. */
export async function sharePage(html: string, env: Env = browserEnvironment): Promise<SharedLink> {
  const response = await post("artifacts", "text/html; charset=utf-8", html, env);
  const { id, expires } = await readJson(response, keptSchema);
  return { link: pageLink(id), expires };
}

/** Returns the address at which a shared page is seen. */
export function pageLink(id: string): string {
  return `${location.origin}${basePath}/artifacts/${id}`;
}

/** Returns a shared page; nothing where there is none, or its time is over. Throws AppError. */
export async function readSharedPage(id: string, env: Env = browserEnvironment): Promise<string | undefined> {
  const response = await call(`artifacts?id=${encodeURIComponent(id)}`, { method: "GET" }, env);
  if (response.status === 404 || response.status === 501) return leave(response);
  if (!response.ok) throw failure(response);
  return response.text();
}

/** Follows which host keeps shared conversations; empty where none does. */
export function useShareHost(): string {
  const flagged = useAccess(({ flags }) => flags?.shareHost ?? "");
  const hasServer = useAccess(({ reach }) => reach.relay !== undefined);
  if (hasServer) return flagged;
  const service = readShareService(document);
  return service ? new URL(service.url).host : "";
}

/**
 * Hands a conversation to the service that the operator has chosen: through the server, or straight where there is none.
 * Throws AppError.
 */
export async function shareConversation(
  conversation: unknown,
  env: Env = browserEnvironment,
  page?: Pick<Document, "querySelector">,
): Promise<SharedLink> {
  if (useAccess.getState().reach.relay === undefined) {
    return shareStraight(conversation, env, readShareService(page ?? document));
  }
  const response = await post("share", "application/json", JSON.stringify(conversation), env);
  return readJson(response, linkSchema);
}

async function shareStraight(conversation: unknown, env: Env, service: ShareService | undefined): Promise<SharedLink> {
  if (!service) throw new AppError("not-supported");
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(conversation), signal: AbortSignal.timeout(callMs) };
  const response = await env
    .fetch(service.url, { ...init, redirect: "error", credentials: "omit", referrerPolicy: "no-referrer" })
    .catch((cause: unknown) => {
      throw new AppError("network", {}, { cause });
    });
  if (!response.ok) throw failure(response);
  const { id } = await readJson(response, conversationSchema);
  return { link: service.link.replace("{id}", id) };
}

async function post(path: string, type: string, body: string, env: Env): Promise<Response> {
  const response = await call(path, { method: "POST", headers: { "content-type": type }, body }, env);
  if (!response.ok) throw failure(response);
  return response;
}

async function call(path: string, init: RequestInit, env: Env): Promise<Response> {
  const { reach, ...access } = useAccess.getState();
  if (reach.relay === undefined) throw new AppError("not-supported");
  const headers = { ...init.headers, ...codeHeaders(access, true) };
  try {
    return await env.fetch(`${reach.relay}/${path}`, { ...init, headers, signal: AbortSignal.timeout(callMs) });
  } catch (thrown) {
    throw new AppError("network", {}, { cause: thrown });
  }
}

/** Leaves a refusal's text unread: it would keep the connection until the time for the call is over. */
function leave({ body }: Response): undefined {
  body?.cancel().catch(() => undefined);
}

function failure(response: Response): AppError {
  leave(response);
  const { status } = response;
  if (status === 401) return new AppError("wrong-code");
  if (status === 413) return new AppError("too-large");
  return new AppError(status === 429 ? "rate-limit" : "server");
}

async function readJson<T>(response: Response, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), await response.text());
  if (!parsed.success) throw new AppError("protocol");
  return parsed.output;
}
