/**
 * Host in the format of a browser's `Host` header: a name, an IPv4 address, or an IPv6 address in brackets, and a port.
 */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns a host in the URL parser's format, without its port and trailing dot. Returns undefined if the text is not a
 * host.
 */
export function hostnameOf(host: string): string | undefined {
  const address = `http://${host}`;
  if (!hostForm.test(host) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/\.$/, "");
}

/** Whether a server that listens at the address is reachable only from this computer. */
export function isLoopback(address: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(address);
}
