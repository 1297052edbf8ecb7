import { requireCode } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { type ArtifactStore, isArtifactId, newArtifactId } from "@/lib/server/artifacts/artifact-store";
import { countCall } from "@/lib/server/count-call";
import { refuse } from "@/lib/server/error-response";
import { capBody, readBody } from "@/lib/server/request-body";
import { currentServer, type Server } from "@/lib/server/server";

/**
 * `/api/artifacts`: stores a shared page and returns its identifier, for callers with access; returns the page of an
 * identifier to everybody who knows it.
 */
export function artifactsRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "POST"], async () => {
    const store = await server.artifacts();
    if (store === undefined) throw refuse("artifacts-off");
    return request.method === "GET" ? read(request, store, server) : write(request, store, server);
  });
}

async function read(request: ApiRequest, store: ArtifactStore, server: Server): Promise<Response> {
  const id = new URL(request.url).searchParams.get("id") ?? "";
  if (!isArtifactId(id)) throw refuse("not-found");
  countCall(request, server.artifactReads, server);
  const page = await store.get(id).catch((thrown: unknown) => fail(thrown, "artifact-unreadable", server));
  if (page === undefined) throw refuse("not-found");
  return new Response(page, {
    headers: {
      // On this origin the page is only text, wherever it is opened (docs/security.md#o47).
      "content-type": "text/plain; charset=utf-8",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
}

async function write(request: ApiRequest, store: ArtifactStore, server: Server): Promise<Response> {
  await requireCode(request.headers, server);
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  // An HTML form of another site cannot send this type (docs/security.md#h52).
  if (type !== "text/html") throw refuse("not-html");
  countCall(request, server.artifactWrites, server);
  if (request.body === null) throw refuse("malformed");
  const max = Math.min(store.maxBytes, server.config.maxBodyBytes);
  const page = await readBody(capBody(request.body, max).source);
  if (page.trim() === "") throw refuse("malformed");
  const id = newArtifactId();
  const seconds = server.config.artifactSeconds;
  const end = seconds === undefined ? {} : { expires: server.env.now() + 1000 * seconds };
  await store.put(id, page, seconds).catch((thrown: unknown) => fail(thrown, "artifact-unsaved", server));
  return Response.json({ code: 0, id, ...end });
}

/** Logs that the store failed, without the page, and throws a refusal. */
function fail(thrown: unknown, refusal: "artifact-unsaved" | "artifact-unreadable", server: Server): never {
  server.log(`Artifacts: ${thrown instanceof Error ? thrown.message.split("\n")[0] : typeof thrown}`);
  throw refuse(refusal);
}
