import { repliesRoute } from "@/lib/server/replies/replies-route";

export const runtime = "edge";
export const dynamic = "force-dynamic";

function handle(request: Request) {
  return repliesRoute(request);
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
