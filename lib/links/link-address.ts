import { hostOf, isAddress, withScheme } from "@/lib/settings/access-settings";

/** What a person should know of an address before a key is sent there. */
export type AddressWarning = "unencrypted" | "private" | "foreign-letters";

/** Why an address is not offered at all. */
export type AddressRefusal = "not-an-address" | "other-scheme" | "holds-credentials";

export type LinkAddress =
  | {
      readonly address: string;
      /** With its port, and in the letters that the network uses: a name in another script begins with `xn--`. */
      readonly host: string;
      readonly warnings: readonly AddressWarning[];
    }
  | { readonly refusal: AddressRefusal };

/** No address is longer, in characters. */
const maxChars = 2000;

/**
 * Reads an address that a link brings. What is answered is the address as a browser understands it, so that what is shown
 * is what is used.
 */
export function readLinkAddress(text: string): LinkAddress {
  const address = onceMoreDecoded(text.trim());
  if (address === "" || address.length > maxChars) return { refusal: "not-an-address" };
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address) && !/^https?:\/\//i.test(address)) return { refusal: "other-scheme" };
  if (!isAddress(address) || /^https?:\/*$/i.test(address)) return { refusal: "not-an-address" };
  const url = new URL(withScheme(address));
  if (url.username !== "" || url.password !== "") return { refusal: "holds-credentials" };
  // A path is put behind it, so there can be nothing behind its own.
  if (url.search !== "" || url.hash !== "") return { refusal: "not-an-address" };
  const understood = withScheme(url.origin + url.pathname);
  return { address: understood, host: hostOf(understood) ?? url.host, warnings: warningsOf(url) };
}

/** Some gateways encode the address inside the settings once more. */
function onceMoreDecoded(text: string): string {
  if (!/^https?%3a/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // It is refused as it stands.
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

/** Whether a host, as `URL` writes it, is this computer or one of the network around it. */
function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  if (name.startsWith("[")) return /^\[(::1?\]|::ffff:|f[cd]|fe[89ab])/.test(name);
  if (/^[\d.]+$/.test(name)) return isPrivateNumber(name.split(".").map(Number));
  return !name.includes(".") || /\.(localhost|local|internal|lan|home\.arpa)$/.test(name);
}

/** RFC 1918, 6598, 3927 and what means this computer. */
function isPrivateNumber([first = 0, second = 0]: readonly number[]): boolean {
  if (first === 0 || first === 10 || first === 127) return true;
  if (first === 100) return second >= 64 && second < 128;
  if (first === 172) return second >= 16 && second < 32;
  return (first === 192 && second === 168) || (first === 169 && second === 254);
}
