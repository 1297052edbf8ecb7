import type { HttpCall, Provider } from "@/lib/providers/provider";
import { matchPath, parseRelayed } from "@/lib/server/relayed-path";

/** Whether a call below `/api/{provider}` is on the provider's list, by the relay's own rule. */
export function isRelayed({ relayed }: Pick<Provider, "relayed">, { method, url }: HttpCall): boolean {
  const { pathname, searchParams } = new URL(url, "https://relay.test");
  const segments = pathname.split("/").slice(3).map(decodeURIComponent);
  return relayed
    .map(parseRelayed)
    .some(
      (listed) =>
        listed.method === method &&
        matchPath(listed.path, segments) !== undefined &&
        [...searchParams.keys()].every((name) => listed.query.includes(name)),
    );
}
