import { handleApi } from "@/lib/server/api";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

/** All API routes in development. A standalone server handles them without Next (docs/decisions/0050-relay-path.md). */
async function handle(request: Request, { params }: { params: Promise<{ path: string[] }> }) {
  return handleApi(request, (await params).path);
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
