/** What an address says of a mask, and the address without it. */
export interface AddressedMask {
  readonly link: string;
  /** What is left of the address behind its path: query and fragment. */
  readonly rest: string;
}

/** Finds the `mask` of an address, in its query or in that of a path behind `#`, as older products have it (§1.4.8). */
export function maskInAddress({ search, hash }: Pick<Location, "search" | "hash">): AddressedMask | undefined {
  const query = without(search);
  if (query) return { link: query.mask, rest: query.rest + hash };
  const [path = "", ...others] = hash.split("?");
  if (!path.startsWith("#/")) return undefined;
  const behind = without(`?${others.join("?")}`);
  if (!behind) return undefined;
  // What else is asked for stays where it is.
  return { link: behind.mask, rest: search + (behind.rest === "" ? "" : path + behind.rest) };
}

function without(search: string): { readonly mask: string; readonly rest: string } | undefined {
  const parameters = new URLSearchParams(search);
  const mask = parameters.get("mask");
  if (mask === null) return undefined;
  parameters.delete("mask");
  return { mask, rest: parameters.size === 0 ? "" : `?${parameters}` };
}
