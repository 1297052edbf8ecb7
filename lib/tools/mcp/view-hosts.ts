import { recordOf } from "@/lib/json";
import { isPrivateHost } from "@/lib/network/private-host";

/** The origins that a server's page may use. All of them are `https:` or `wss:`. */
export interface ViewOrigins {
  /** For requests of the page's code. */
  readonly connect: readonly string[];
  /** For scripts, styles, images, fonts and media. */
  readonly resource: readonly string[];
}

/** The origins that a page requests, and those of them that are never allowed. */
export interface RequestedOrigins extends ViewOrigins {
  readonly rejected: readonly string[];
}

/** Maximum number of origins of each kind, and their maximum length in characters. */
const maxOrigins = 20;
const maxOriginChars = 200;

/** An origin, with `*.` before the host for all of its subdomains. */
const originPattern = /^(https|wss):\/\/(\*\.)?([^/?#@\s*]+)\/?$/i;

/** Top-level domains whose names are resolved in the local network only (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const localName = /\.(?:localhost|local|internal|intranet|lan|home|corp|alt|test|arpa|onion)$/;

/**
 * Reads the `csp` field of a page (docs/security.md#t912). Addresses in the local network and the host of the app are
 * rejected. So are IP addresses, because they belong to no name that the user could judge, and wildcards that cover hosts
 * of unrelated owners.
 *
 * @param ownHost host name of the app, without its port
 */
export async function readRequestedOrigins(csp: unknown, ownHost: string): Promise<RequestedOrigins> {
  const { connectDomains, resourceDomains, frameDomains, baseUriDomains } = recordOf(csp);
  const connect = await read(connectDomains, /^(?:https|wss):/, ownHost);
  const resource = await read(resourceDomains, /^https:/, ownHost);
  // Pages may neither embed others nor change their base address.
  const others = [...textsOf(frameDomains), ...textsOf(baseUriDomains)];
  const rejected = [...new Set([...connect.rejected, ...resource.rejected, ...others])];
  return { connect: connect.accepted, resource: resource.accepted, rejected: rejected.slice(0, maxOrigins) };
}

async function read(domains: unknown, scheme: RegExp, ownHost: string) {
  const accepted = new Set<string>();
  const rejected: string[] = [];
  for (const domain of textsOf(domains)) {
    const origin = originOf(domain, ownHost);
    if (origin !== undefined && scheme.test(origin) && !(await isTooWide(origin))) accepted.add(origin);
    else rejected.push(domain);
  }
  return { accepted: [...accepted], rejected };
}

function textsOf(domains: unknown): string[] {
  if (!Array.isArray(domains)) return [];
  return domains
    .slice(0, maxOrigins)
    .flatMap((domain: unknown) => (typeof domain === "string" ? [domain.slice(0, maxOriginChars + 1)] : []));
}

/** Returns an origin in the form of a content policy; undefined if it may not be allowed. */
function originOf(domain: string, ownHost: string): string | undefined {
  if (domain.length > maxOriginChars) return undefined;
  const [, scheme, wildcard = "", host] = originPattern.exec(domain) ?? [];
  if (scheme === undefined || host === undefined || !URL.canParse(`https://${host}`)) return undefined;
  const { hostname, port } = new URL(`https://${host}`);
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(hostname) || /\.\d+$/.test(hostname)) return undefined;
  if (isPrivateHost(hostname) || localName.test(hostname)) return undefined;
  const own = ownHost.toLowerCase();
  if (hostname === own || (wildcard !== "" && own.endsWith(`.${hostname}`))) return undefined;
  return `${scheme.toLowerCase()}://${wildcard}${hostname}${port && `:${port}`}`;
}

/** Whether an origin has a wildcard that covers hosts of unrelated owners. */
async function isTooWide(origin: string): Promise<boolean> {
  const [, host] = /^[a-z]+:\/\/\*\.([^:]+)/.exec(origin) ?? [];
  if (host === undefined) return false;
  const { isPublicSuffix } = await import("@/lib/network/public-suffix");
  return isPublicSuffix(host);
}

/** Returns the requested origins among those that the user has allowed. */
export function allowedOrigins({ connect, resource }: ViewOrigins, allowed: readonly string[]): ViewOrigins {
  const isAllowed = (origin: string) => allowed.includes(origin);
  return { connect: connect.filter(isAllowed), resource: resource.filter(isAllowed) };
}

/** Returns all origins, each once. */
export function allOrigins({ connect, resource }: ViewOrigins): string[] {
  return [...new Set([...connect, ...resource])];
}
