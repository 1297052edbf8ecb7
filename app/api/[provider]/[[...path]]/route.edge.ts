import { relayRoute } from "@/lib/server/relay-route";

export const runtime = "edge";
export const dynamic = "force-dynamic";

async function handle(request: Request, { params }: { params: Promise<{ provider?: string; path?: string[] }> }) {
  // Next's edge runtime returns no route parameters if the optional part is missing.
  const { provider = new URL(request.url).pathname.split("/")[2] ?? "", path = [] } = await params;
  return relayRoute(request, provider, path);
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
