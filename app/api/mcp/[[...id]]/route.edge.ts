import { mcpRoute } from "@/lib/server/mcp/mcp-route";

export const runtime = "edge";
export const dynamic = "force-dynamic";

async function handle(request: Request, { params }: { params: Promise<{ id?: string[] }> }) {
  const { id = [] } = await params;
  return mcpRoute(request, id);
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
