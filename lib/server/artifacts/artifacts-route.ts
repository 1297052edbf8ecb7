import { requireCode } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { type ArtifactStore, isArtifactId, newArtifactId } from "@/lib/server/artifacts/artifact-store";
import { canRemove, isSealed, readSealed, sealedType, writeSealed } from "@/lib/server/artifacts/sealed-artifact";
import { countCall } from "@/lib/server/count-call";
import { refuse } from "@/lib/server/error-response";
import { capBody, readBody } from "@/lib/server/request-body";
import { currentServer, type Server } from "@/lib/server/server";

/**
 * `/api/artifacts`: stores a shared page, or the encrypted content of a link, and returns its identifier, for callers
 * with access. Returns what is stored to everybody who knows the identifier. Whoever stored encrypted content can delete
 * it.
 */
export function artifactsRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "POST", "DELETE"], async () => {
    const store = await server.artifacts();
    if (store === undefined) throw refuse("artifacts-off");
    if (request.method === "GET") return read(request, store, server);
    return request.method === "POST" ? write(request, store, server) : remove(request, store, server);
  });
}

async function read(request: ApiRequest, store: ArtifactStore, server: Server): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const stored = await storedText(request, query.get("id") ?? "", store, server);
  const sealed = readSealed(stored);
  if ((sealed !== undefined) !== (query.get("kind") === "sealed")) throw refuse("not-found");
  return new Response(sealed ? sealed.content : stored, {
    headers: {
      // On this origin the page is only text, wherever it is opened (docs/security.md#o47).
      "content-type": "text/plain; charset=utf-8",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
}

/** Returns the stored text of an identifier. Throws a refusal if it is missing, or after too many calls. */
async function storedText(request: ApiRequest, id: string, store: ArtifactStore, server: Server): Promise<string> {
  if (!isArtifactId(id)) throw refuse("not-found");
  countCall(request, server.artifactReads, server);
  const stored = await store.get(id).catch((thrown: unknown) => fail(thrown, "artifact-unreadable", server));
  if (stored === undefined) throw refuse("not-found");
  return stored;
}

async function write(request: ApiRequest, store: ArtifactStore, server: Server): Promise<Response> {
  await requireCode(request.headers, server);
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  // An HTML form of another site cannot send these types (docs/security.md#h52).
  if (type !== "text/html" && type !== sealedType) throw refuse("not-html");
  countCall(request, server.artifactWrites, server);
  if (request.body === null) throw refuse("malformed");
  const max = Math.min(store.maxBytes, server.config.maxBodyBytes);
  const body = await readBody(capBody(request.body, max).source);
  const text = type === sealedType ? sealedText(request, body) : pageText(body);
  // The head of encrypted content counts as well.
  if (text.length > store.maxBytes) throw refuse("body-too-large");
  const id = newArtifactId();
  const seconds = lifetimeOf(request, server.config.artifactSeconds);
  const end = seconds === undefined ? {} : { expires: server.env.now() + 1000 * seconds };
  await store.put(id, text, seconds).catch((thrown: unknown) => fail(thrown, "artifact-unsaved", server));
  return Response.json({ code: 0, id, ...end });
}

function pageText(page: string): string {
  if (page.trim() === "" || isSealed(page)) throw refuse("malformed");
  return page;
}

function sealedText({ headers }: ApiRequest, content: string): string {
  const text = writeSealed({ content, removalHash: headers.get("x-removal-hash") ?? "" });
  if (text === undefined) throw refuse("malformed");
  return text;
}

/** Minimum of a requested lifetime, in seconds: Cloudflare's store accepts none below. */
const minSeconds = 60;

/** Returns the lifetime in seconds: the requested one up to the operator's, undefined for no end. */
function lifetimeOf(request: ApiRequest, longest: number | undefined): number | undefined {
  const asked = new URL(request.url).searchParams.get("seconds");
  if (asked === null) return longest;
  const seconds = /^\d{1,10}$/.test(asked) ? Number(asked) : 0;
  if (seconds < minSeconds) throw refuse("malformed");
  return Math.min(seconds, longest ?? seconds);
}

async function remove(request: ApiRequest, store: ArtifactStore, server: Server): Promise<Response> {
  const id = new URL(request.url).searchParams.get("id") ?? "";
  const sealed = readSealed(await storedText(request, id, store, server));
  // Like a missing one, so that the response tells nothing about it.
  if (!sealed || !canRemove(sealed, request.headers.get("x-removal-secret") ?? "")) throw refuse("not-found");
  await store.remove(id).catch((thrown: unknown) => fail(thrown, "artifact-unsaved", server));
  return Response.json({ code: 0 });
}

/** Logs that the store failed, without the page, and throws a refusal. */
function fail(thrown: unknown, refusal: "artifact-unsaved" | "artifact-unreadable", server: Server): never {
  server.log(`Artifacts: ${thrown instanceof Error ? thrown.message.split("\n")[0] : typeof thrown}`);
  throw refuse(refusal);
}
