import { upstashRoute } from "@/lib/server/sync-proxy";

export const runtime = "edge";
export const dynamic = "force-dynamic";

function handle(request: Request) {
  return upstashRoute(request);
}

export { handle as GET, handle as OPTIONS, handle as POST };
