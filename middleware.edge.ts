import { rejectUnauthorized } from "@/lib/server/reject-unauthorized";

/** Turns callers without access away from the relay early. The routes do not depend on it. */
export function middleware(request: Request): Promise<Response | undefined> {
  return rejectUnauthorized(request);
}

/**
 * Only calls without a body. For a call that matches, Next reads the whole body before the route starts and cuts it
 * above a limit; a call with a body goes straight to its route, which refuses it before it reads any of it.
 *
 * Nor a call that asks for another protocol: Next ends one that would reach a route, but never writes an answer of ours.
 */
export const config = {
  matcher: [
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
