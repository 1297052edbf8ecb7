import { refuse } from "@/lib/server/error-response";
import { hostnameOf } from "@/lib/server/hostname";
import type { ServerConfig } from "@/lib/server/server-config";

type HostConfig = Pick<ServerConfig, "allowedHosts" | "trustProxy">;

/**
 * Throws `foreign-host` unless the caller names this server by localhost, an IP address or a listed name.
 *
 * The owner of a website's host name can point the name at 127.0.0.1 (DNS rebinding). The browser then takes this
 * server for the page's own origin, so `Origin` equals `Host`. Nobody can point localhost or an IP address elsewhere.
 *
 * Such a page can also set `X-Forwarded-Host`. So behind a declared proxy, both headers must name an accepted host.
 */
export function requireNamedHost(headers: Headers, config: HostConfig): void {
  const forwarded = config.trustProxy ? headers.get("x-forwarded-host") : null;
  const hosts = [headers.get("host") ?? "", ...(forwarded === null ? [] : forwarded.split(","))];
  if (!hosts.every((host) => isAccepted(hostnameOf(host.trim()), config))) throw refuse("foreign-host");
}

function isAccepted(hostname: string | undefined, { allowedHosts }: HostConfig): boolean {
  if (hostname === undefined) return false;
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return isAddress || /(^|\.)localhost$/.test(hostname) || allowedHosts.includes(hostname);
}

/**
 * Returns warnings for the operator of a server that others can reach, one sentence each. Vercel's deployments are
 * public and their hosts belong to the project, so they get none.
 */
export function hostWarnings(config: ServerConfig): string[] {
  const { allowedHosts, codeRules, enableMcp, isOnlyLocal, isVercel, providers, trustProxy, users } = config;
  if (isVercel) return [];
  const hasKey = [...providers.values()].some(({ credentials }) => credentials.length > 0);
  const isOpen = !codeRules.isNeeded;
  return [
    ...(isOpen && hasKey && !isOnlyLocal
      ? ["CODE is empty and other computers reach this server: everybody who does uses its keys."]
      : []),
    ...(enableMcp && !isOnlyLocal && allowedHosts.length === 0
      ? ["ALLOWED_HOSTS is empty: /api/mcp accepts calls to localhost and IP addresses, and to no other host name."]
      : []),
    ...(isOnlyLocal && users.header !== "" && allowedHosts.length === 0
      ? ["ALLOWED_HOSTS is empty: calls of users to the public host name of your proxy are refused."]
      : []),
    ...(isOpen && isOnlyLocal && trustProxy && allowedHosts.length === 0
      ? ["ALLOWED_HOSTS is empty: without CODE, calls to the public host name of your proxy are refused."]
      : []),
  ];
}
