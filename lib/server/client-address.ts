/**
 * Answers what one client is known by, or `undefined` when the deployment is not declared to be behind a proxy.
 *
 * The last entry of `x-forwarded-for` is the one that the nearest proxy wrote; the entries before it are the caller's
 * own words. IPv6 callers own a whole /64 network, so they are known by that.
 */
export function clientAddress(headers: Headers, trustProxy: boolean): string | undefined {
  if (!trustProxy) return undefined;
  const last = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  if (last === "") return undefined;
  const bare = last.replace(/^\[|\](:\d+)?$/g, "").replace(/^::ffff:(?=[\d.]+$)/i, "");
  return bare.split(":").length > 2 ? networkOf(bare) : bare.replace(/:\d+$/, "");
}

function networkOf(address: string): string {
  const url = `http://[${address}]`;
  if (!URL.canParse(url)) return address;
  // The parser writes an address in one way only; a double colon stands for as many zero groups as are missing.
  const [head = "", tail] = new URL(url).hostname.slice(1, -1).split("::");
  const groups = head === "" ? [] : head.split(":");
  const last = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - last.length).fill("0");
  return [...groups, ...zeros, ...last].slice(0, 4).join(":");
}
