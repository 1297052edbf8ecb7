import type { BrandFile } from "@/lib/brand/brand";
import type { Environment } from "@/lib/environment";

/**
 * Returns what the app's own file of that name holds, or what the brand has in its place. `path` is that under which the
 * app is served. Throws where it cannot be had.
 */
export async function brandFile(
  env: Pick<Environment, "fetch">,
  given: BrandFile | undefined,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<unknown> {
  if (typeof given === "object") return given;
  const address = given || `/${name}`;
  const response = await env.fetch(address.startsWith("/") ? path + address : address);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}
