/** A host as browsers write it in `Host`: a name or an IPv4 address, or an IPv6 address in brackets, and a port. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns a host as the URL parser writes it, without its port and without the dot at its end. Returns undefined if the
 * text is not a host.
 */
export function hostnameOf(host: string): string | undefined {
  const address = `http://${host}`;
  if (!hostForm.test(host) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/\.$/, "");
}

/** Whether only this computer can reach a server that listens at the address. */
export function isLoopback(address: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(address);
}
