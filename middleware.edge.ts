import { rejectUnauthorized } from "@/lib/server/reject-unauthorized";
import { currentServer } from "@/lib/server/server";

/**
 * Turns callers without access away from the relay early; the routes do not depend on it. Without an administrator's
 * secret, the administrator's page does not exist.
 */
export async function middleware(request: Request): Promise<Response | undefined> {
  if (new URL(request.url).pathname.includes("/api/")) return rejectUnauthorized(request);
  const { adminSecret } = currentServer().config;
  return adminSecret === "" ? new Response("Not found.", { status: 404 }) : undefined;
}

/**
 * Only calls without a body. For a call that matches, Next reads the whole body before the route starts and cuts it
 * above a limit; a call with a body goes straight to its route, which refuses it before it reads any of it.
 *
 * Nor a call that asks for another protocol: Next ends one that would reach a route, but never writes an answer of ours.
 */
export const config = {
  matcher: [
    "/admin/:path*",
    {
      source: "/api/((?!config|demo|artifacts).*)",
      missing: [
        { type: "header", key: "content-type" },
        { type: "header", key: "content-length" },
        { type: "header", key: "transfer-encoding" },
        { type: "header", key: "upgrade" },
      ],
    },
  ],
};
