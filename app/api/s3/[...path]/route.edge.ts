import { s3Route } from "@/lib/server/sync-proxy";

export const runtime = "edge";
export const dynamic = "force-dynamic";

function handle(request: Request) {
  return s3Route(request);
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
