/** Returns the eight groups of an IPv6 address without brackets; undefined if it is invalid or contains a zone. */
export function ipv6Groups(address: string): readonly number[] | undefined {
  const url = `http://[${address}]`;
  if (!URL.canParse(url)) return undefined;
  // The parser normalizes addresses; a double colon stands for the missing zero groups.
  const [head = "", tail] = new URL(url).hostname.slice(1, -1).split("::");
  const groups = head === "" ? [] : head.split(":");
  const last = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - last.length).fill("0");
  return [...groups, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
}
