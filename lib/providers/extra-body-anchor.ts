import type { Provider } from "@/lib/providers/provider";

/** Returns the URL hash of a server's extra body in the settings. */
export function extraBodyAnchor({ id }: Pick<Provider, "id">): string {
  return `${id}.extraBody`;
}
