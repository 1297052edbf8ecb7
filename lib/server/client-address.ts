import { ipv6Groups } from "@/lib/network/ipv6-groups";

/**
 * Returns the key that identifies a client, or `undefined` if the deployment is not declared to be behind a proxy.
 *
 * The last entry of `x-forwarded-for` was written by the nearest proxy; earlier entries are controlled by the caller.
 * An IPv6 client usually has a whole /64 network, which is therefore the key.
 */
export function clientAddress(headers: Headers, trustProxy: boolean): string | undefined {
  if (!trustProxy) return undefined;
  const last = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  if (last === "") return undefined;
  const bare = last.replace(/^\[|\](:\d+)?$/g, "").replace(/^::ffff:(?=[\d.]+$)/i, "");
  return bare.split(":").length > 2 ? networkOf(bare) : bare.replace(/:\d+$/, "");
}

function networkOf(address: string): string {
  const groups = ipv6Groups(address);
  return groups
    ? groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(":")
    : address;
}
