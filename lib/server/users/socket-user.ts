import type { IncomingMessage } from "node:http";
import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { SentUser } from "@/lib/server/users/sent-user";
import type { UserRules } from "@/lib/server/users/user-rules";

/** The trusted proxies of each set of rules. */
const proxiesByRules = new WeakMap<object, BlockList>();

/** Returns the header with the user's name and whether its connection is trusted; undefined without the header. */
export function sentUserOf(
  { rawHeaders, socket }: Pick<IncomingMessage, "rawHeaders"> & { readonly socket: { remoteAddress?: string } },
  rules: UserRules,
): SentUser | undefined {
  if (rules.header === "") return undefined;
  // Node joins several values, or drops them, depending on the name.
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === rules.header,
  );
  if (values.length === 0) return undefined;
  return { isFromProxy: isTrusted(socket.remoteAddress, rules), values: values.map(decoded) };
}

function isTrusted(address: string | undefined, rules: UserRules): boolean {
  // A connection that has already closed has no address.
  if (address === undefined) return false;
  const proxies = proxiesByRules.get(rules) ?? createList(rules.proxies);
  proxiesByRules.set(rules, proxies);
  // A server for both protocols gets IPv4 addresses inside IPv6 ones.
  const inner = address.replace(/^::ffff:(?=[\d.]+$)/i, "");
  if (isIPv4(inner)) return proxies.check(inner, "ipv4");
  return isIPv6(address) && proxies.check(address, "ipv6");
}

function createList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Returns a header's value as text. Node reads each byte as a character, and proxies send UTF-8. */
function decoded(value: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return undefined;
  }
}
