import type { BrandFile } from "@/lib/brand/brand";
import type { Environment } from "@/lib/environment";

/**
 * Returns the content of one of the app's files, or of the file that the brand has in its place. Throws if it cannot be
 * loaded.
 *
 * @param path the path under which the app is served
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
