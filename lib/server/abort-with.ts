import type { ApiRequest } from "@/lib/server/api-request";

/** The reason that ends an unneeded timer. Without a reason, `abort` creates an error with a stack each time. */
export const over = "over";

/** Creates the abort controller of an upstream call, which is aborted when the caller disconnects. */
export function abortWith({ signal }: ApiRequest): AbortController {
  const upstream = new AbortController();
  if (signal.aborted) upstream.abort();
  signal.addEventListener("abort", () => upstream.abort(), { once: true });
  return upstream;
}
