/** Makes what ends a call upstream; it ends when the caller goes away. */
export function abortWith({ signal }: Request): AbortController {
  const upstream = new AbortController();
  if (signal.aborted) upstream.abort();
  signal.addEventListener("abort", () => upstream.abort(), { once: true });
  return upstream;
}
