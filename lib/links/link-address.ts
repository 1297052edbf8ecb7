import { hostOf, isAddress, withScheme } from "@/lib/settings/access-settings";

/** Warnings about a URL before a key is sent there. */
export type AddressWarning = "unencrypted" | "private" | "foreign-letters";

/** Reasons that a URL is not offered at all. */
export type AddressRefusal = "not-an-address" | "other-scheme" | "holds-credentials";

export type LinkAddress =
  | {
      readonly address: string;
      /** The host with its port, in ASCII form: a name in another script starts with `xn--`. */
      readonly host: string;
      readonly warnings: readonly AddressWarning[];
    }
  | { readonly refusal: AddressRefusal };

/** Maximum length of a URL, in characters. */
const maxChars = 2000;

/**
 * Reads a URL from a link. The result is normalized like a browser's, so that the displayed URL is the one that is
 * used.
 */
export function readLinkAddress(text: string): LinkAddress {
  const address = onceMoreDecoded(text.trim());
  if (address === "" || address.length > maxChars) return { refusal: "not-an-address" };
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address) && !/^https?:\/\//i.test(address)) return { refusal: "other-scheme" };
  if (!isAddress(address) || /^https?:\/*$/i.test(address)) return { refusal: "not-an-address" };
  const url = new URL(withScheme(address));
  if (url.username !== "" || url.password !== "") return { refusal: "holds-credentials" };
  // Paths are appended to the URL, so it cannot have a query or a fragment.
  if (url.search !== "" || url.hash !== "") return { refusal: "not-an-address" };
  const understood = withScheme(url.origin + url.pathname);
  return { address: understood, host: hostOf(understood) ?? url.host, warnings: warningsOf(url) };
}

/** Decodes a URL that some gateways encode once more inside the settings. */
function onceMoreDecoded(text: string): string {
  if (!/^https?%3a/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // The malformed text is rejected later.
    return text;
  }
}

function warningsOf({ protocol, hostname }: URL): AddressWarning[] {
  return [
    ...(protocol === "http:" ? (["unencrypted"] as const) : []),
    ...(isPrivateHost(hostname) ? (["private"] as const) : []),
    ...(/(^|\.)xn--/.test(hostname) ? (["foreign-letters"] as const) : []),
  ];
}

/** Names that routers and systems use in private networks. */
const privateName = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|fritz\.box)$/;

/** Whether a host, in `URL` format, is this computer or in a private network. */
function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  if (name.startsWith("[")) return isPrivateIpv6(name);
  if (/^[\d.]+$/.test(name)) return isPrivateNumber(name.split(".").map(Number));
  return !name.includes(".") || privateName.test(name);
}

/**
 * Whether an IPv6 address, in `URL` format, is private. Addresses that begin with `::` are local, or contain an IPv4
 * address in an outdated form. Those of NAT64 (RFC 6052 and 8215) and 6to4 lead to the IPv4 address in them.
 */
function isPrivateIpv6(name: string): boolean {
  if (/^\[(::|f[cd]|fe[89a-f]|64:ff9b:1:)/.test(name)) return true;
  const [, high = "0", low = "0"] =
    /^\[64:ff9b::(?:([\da-f]{1,4}):)?([\da-f]{1,4})?\]$/.exec(name) ??
    /^\[2002:([\da-f]{1,4}):(?:([\da-f]{1,4}):|:)/.exec(name) ??
    [];
  const isEmbedding = /^\[(64:ff9b|2002):/.test(name);
  return isEmbedding && isPrivateNumber([high, low].map((part) => Number.parseInt(part, 16)).flatMap(bytesOfPart));
}

function bytesOfPart(part: number): number[] {
  return [part >> 8, part & 255];
}

/** Whether an IPv4 address is private: RFC 1918, 6598, 3927 or loopback. */
function isPrivateNumber([first = 0, second = 0]: readonly number[]): boolean {
  if (first === 0 || first === 10 || first === 127) return true;
  if (first === 100) return second >= 64 && second < 128;
  if (first === 172) return second >= 16 && second < 32;
  return (first === 192 && second === 168) || (first === 169 && second === 254);
}
