import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { linkTo } from "@/lib/platform/link-to";
import { readShareService, type ShareService } from "@/lib/platform/share-service";
import { codeHeaders } from "@/lib/settings/connect";
import * as z from "@/lib/zod";
import { useAccess } from "@/store/settings/access";

/** A shared page or conversation that anyone with its address can open. */
export interface SharedLink {
  readonly link: string;
  /** Expiry time, in milliseconds since the epoch; absent if it never expires. */
  readonly expires?: number | undefined;
}

/** Timeout of a call, in milliseconds. */
const callMs = 30_000;

const keptSchema = z.object({ id: z.string().check(z.regex(/^[\w-]+$/)), expires: z.optional(z.number()) });
const conversationSchema = z.object({ id: z.string().check(z.regex(/^[\w-]{1,100}$/)) });
const linkSchema = z.object({ link: z.string().check(z.regex(/^https?:\/\//)) });

type Env = Pick<Environment, "fetch">;

/** Stores a page on the server and returns its address. Throws AppError. */
export async function sharePage(html: string, env: Env = browserEnvironment): Promise<SharedLink> {
  const { id, expires } = await store("artifacts", { "content-type": "text/html; charset=utf-8" }, html, env);
  return { link: pageLink(id), expires };
}

/** Stores a text on the server. Throws AppError. */
export async function store(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  env: Env = browserEnvironment,
): Promise<{ readonly id: string; readonly expires?: number | undefined }> {
  return readJson(await post(path, headers, body, env), keptSchema);
}

/** Deletes a stored text; one that does not exist counts as deleted. Throws AppError. */
export async function removeStored(
  path: string,
  headers: Readonly<Record<string, string>>,
  env: Env = browserEnvironment,
): Promise<void> {
  const response = await call(path, { method: "DELETE", headers }, env);
  if (!response.ok && response.status !== 404) throw failure(response);
  cancelBody(response);
}

/** Returns the address at which a shared page opens. */
export function pageLink(id: string): string {
  return linkTo(`${basePath}/artifacts/${id}`);
}

/** Returns a shared page, or undefined if it does not exist or has expired. Throws AppError. */
export async function readSharedPage(id: string, env: Env = browserEnvironment): Promise<string | undefined> {
  return readStored(`artifacts?id=${encodeURIComponent(id)}`, env);
}

/** Returns a stored text, or undefined if it does not exist or has expired. Throws AppError. */
export async function readStored(path: string, env: Env = browserEnvironment): Promise<string | undefined> {
  const response = await call(path, { method: "GET" }, env);
  if (response.status === 404 || response.status === 501) return cancelBody(response);
  if (!response.ok) throw failure(response);
  return response.text();
}

/** Returns the host that stores shared conversations, or empty. Subscribes to changes. */
export function useShareHost(): string {
  const flagged = useAccess(({ flags }) => flags?.shareHost ?? "");
  const hasServer = useAccess(({ reach }) => reach.relay !== undefined);
  if (hasServer) return flagged;
  const service = readShareService(document);
  return service ? new URL(service.url).host : "";
}

/**
 * Sends a conversation to the service that the operator has chosen: through the server, or directly without one. Throws
 * AppError.
 */
export async function shareConversation(
  conversation: unknown,
  env: Env = browserEnvironment,
  page?: Pick<Document, "querySelector">,
): Promise<SharedLink> {
  if (useAccess.getState().reach.relay === undefined) {
    return shareDirectly(conversation, env, readShareService(page ?? document));
  }
  const response = await post("share", { "content-type": "application/json" }, JSON.stringify(conversation), env);
  return readJson(response, linkSchema);
}

async function shareDirectly(conversation: unknown, env: Env, service: ShareService | undefined): Promise<SharedLink> {
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

async function post(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  env: Env,
): Promise<Response> {
  const response = await call(path, { method: "POST", headers, body }, env);
  if (!response.ok) throw failure(response);
  return response;
}

async function call(
  path: string,
  init: Omit<RequestInit, "headers"> & { readonly headers?: Readonly<Record<string, string>> },
  env: Env,
): Promise<Response> {
  const { reach, ...access } = useAccess.getState();
  if (reach.relay === undefined) throw new AppError("not-supported");
  const headers = { ...init.headers, ...codeHeaders(access, true) };
  try {
    return await env.fetch(`${reach.relay}/${path}`, { ...init, headers, signal: AbortSignal.timeout(callMs) });
  } catch (thrown) {
    throw new AppError("network", {}, { cause: thrown });
  }
}

/** Cancels the unread body of an error response, which would otherwise hold the connection until the timeout. */
function cancelBody({ body }: Response): undefined {
  body?.cancel().catch(() => undefined);
}

function failure(response: Response): AppError {
  cancelBody(response);
  const { status } = response;
  if (status === 401) return new AppError("wrong-code");
  if (status === 413) return new AppError("too-large");
  return new AppError(status === 429 ? "rate-limit" : "server");
}

async function readJson<T>(response: Response, schema: z.ZodMiniType<T>): Promise<T> {
  const parsed = z.safeParse(z.pipe(z.jsonText, schema), await response.text());
  if (!parsed.success) throw new AppError("protocol");
  return parsed.data;
}
