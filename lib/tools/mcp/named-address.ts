import { isPublicHostname } from "@/lib/network/public-address";
import { addressProblem, loopbackName } from "@/lib/tools/mcp/server";

/** Further loopback addresses besides `loopbackName`, in the URL parser's format. */
const otherLoopbackNames = /^(0\.0\.0\.0|\[::\]|\[::ffff:(7f[\da-f]{2}:[\da-f]{1,4}|0:0)\])$/;

/**
 * Whether the user's browser may request a URL that an MCP server names in its sign-in metadata.
 *
 * A server must not reach further into the user's network than its own location. A public server may name public hosts.
 * A server in the local network may also name hosts there, and a server on this computer any host.
 */
export function canServerName(server: string, address: URL): boolean {
  const isPlain = addressProblem(address.href) === undefined && address.hash === "";
  return isPlain && nearness(address.hostname) <= nearness(new URL(server).hostname);
}

/** Returns 2 for this computer, 1 for the local network and 0 for the public internet. */
function nearness(hostname: string): 0 | 1 | 2 {
  const name = hostname.replace(/\.$/, "");
  if (loopbackName.test(name) || otherLoopbackNames.test(name)) return 2;
  return isPublicHostname(hostname) ? 0 : 1;
}
