import { ipv6Groups } from "@/lib/network/ipv6-groups";

type Block = readonly [start: string, prefixBits: number];

/** IPv4 blocks that are not public: https://www.iana.org/assignments/iana-ipv4-special-registry */
const closedBlocks: readonly Block[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Azure's platform address for virtual machines:
  // https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Last labels of names for this computer or the local network (RFC 6761, RFC 6762, RFC 8375). */
const localEndings = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "arpa",
  "test",
  "invalid",
  "onion",
];

/** Whether an address from a resolver is public. Unreadable addresses are not. */
export function isPublicAddress(address: string): boolean {
  return address.includes(":") ? isPublicIpv6(address) : isPublicIpv4(address);
}

/**
 * Whether a host may be requested, by its name only: a public address, or a name of the public internet.
 *
 * @param hostname host in the format of the URL parser, which normalizes every notation of an address
 */
export function isPublicHostname(hostname: string): boolean {
  if (hostname.startsWith("[")) return isPublicIpv6(hostname.slice(1, -1));
  if (/^[\d.]+$/.test(hostname)) return isPublicIpv4(hostname);
  const labels = hostname.split(".");
  // A single label is resolved in the local network; an empty label is a trailing dot, or two dots in a row.
  if (labels.length < 2 || labels.includes("")) return false;
  return !localEndings.includes(labels.at(-1) ?? "");
}

function isPublicIpv4(address: string): boolean {
  const value = ipv4Value(address);
  return value !== undefined && !closedBlocks.some((block) => isWithin(value, block));
}

/**
 * Whether an IPv6 address is public. Public addresses are all in 2000::/3; others are local, multicast, or contain an
 * IPv4 address (`::ffff:`, `64:ff9b::`). In 2000::/3, tunnels and examples are excluded:
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
function isPublicIpv6(address: string): boolean {
  const [first, second] = ipv6Groups(address) ?? [];
  if (first === undefined || second === undefined || first < 0x2000 || first > 0x3fff) return false;
  if (first === 0x2001 && (second < 0x0200 || second === 0x0db8)) return false;
  return first !== 0x2002 && !(first === 0x3fff && second < 0x1000);
}

function isWithin(value: number, [start, prefixBits]: Block): boolean {
  const size = 2 ** (32 - prefixBits);
  const from = ipv4Value(start) ?? 0;
  return value >= from && value < from + size;
}

function ipv4Value(address: string): number | undefined {
  const parts = address.split(".");
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return undefined;
  return parts.reduce((value, part) => value * 256 + Number(part), 0);
}
