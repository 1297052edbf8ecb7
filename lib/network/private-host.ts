import { ipv6Groups } from "@/lib/network/ipv6-groups";

/** 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 (RFC 1918) and the link-local block 169.254.0.0/16 (RFC 3927). */
const privateIpv4 = /^(10\.\d+|172\.(1[6-9]|2\d|3[01])|192\.168|169\.254)\.\d+\.\d+$/;

/**
 * Whether a host is in the local network by its address or name: a private or link-local address, a name under `.local`
 * (RFC 6762), or a single label. All other hosts are not, also those that no resolver knows.
 *
 * @param hostname host in the format of the URL parser, which normalizes every notation of an address
 */
export function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith("[")) return isPrivateIpv6(hostname.slice(1, -1));
  if (/^[\d.]+$/.test(hostname)) return privateIpv4.test(hostname);
  return /^([^.]+\.)*local$/.test(hostname) ? hostname !== "local" : /^[^.]+$/.test(hostname);
}

/** Unique local addresses (fc00::/7, RFC 4193) and link-local addresses (fe80::/10). */
function isPrivateIpv6(address: string): boolean {
  const [first = 0] = ipv6Groups(address) ?? [];
  return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80;
}
