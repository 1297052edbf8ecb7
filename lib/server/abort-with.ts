/** Creates the abort controller of an upstream call, which is aborted when the caller disconnects. */
export function abortWith({ signal }: Request): AbortController {
  const upstream = new AbortController();
  if (signal.aborted) upstream.abort();
  signal.addEventListener("abort", () => upstream.abort(), { once: true });
  return upstream;
}
