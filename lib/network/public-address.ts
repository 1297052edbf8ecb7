import { ipv6Groups } from "@/lib/network/ipv6-groups";

type Block = readonly [start: string, prefixBits: number];

/** What of IPv4 is no public address: https://www.iana.org/assignments/iana-ipv4-special-registry */
const closedBlocks: readonly Block[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Azure's machines ask it for their settings: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
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

/** Endings of names that mean this computer or the network it stands in (RFC 6761, RFC 6762, RFC 8375). */
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

/** Whether an address, as a resolver writes it, is one of the public internet. What cannot be read is not. */
export function isPublicAddress(address: string): boolean {
  return address.includes(":") ? isPublicIpv6(address) : isPublicIpv4(address);
}

/**
 * Whether a host may be asked for by all that its name says: a public address, or a name of the public internet.
 *
 * @param hostname as the parser of addresses writes it, which knows every notation of an address and answers one
 */
export function isPublicHostname(hostname: string): boolean {
  if (hostname.startsWith("[")) return isPublicIpv6(hostname.slice(1, -1));
  if (/^[\d.]+$/.test(hostname)) return isPublicIpv4(hostname);
  const labels = hostname.split(".");
  // A name of one label is looked for in the local network; an empty label is a dot at the end, or two in a row.
  if (labels.length < 2 || labels.includes("")) return false;
  return !localEndings.includes(labels.at(-1) ?? "");
}

function isPublicIpv4(address: string): boolean {
  const value = ipv4Value(address);
  return value !== undefined && !closedBlocks.some((block) => isWithin(value, block));
}

/**
 * Public addresses are all below 2000::/3; what else there is stands for the local network, for groups, or for an IPv4
 * address inside (`::ffff:`, `64:ff9b::`). Below 2000::/3 tunnels and examples are taken out:
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
