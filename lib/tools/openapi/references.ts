import { isRecord } from "@/lib/json";

/** Maximum number of consecutive references before they count as a cycle. */
const maxHops = 32;

/**
 * Resolves the references of a node inside the document. External references are never fetched. Returns undefined for
 * them, for missing targets and for cycles.
 */
export function dereference(root: Readonly<Record<string, unknown>>, node: unknown): unknown {
  let found = node;
  for (let hops = 0; isRecord(found) && typeof found.$ref === "string"; hops += 1) {
    if (hops >= maxHops) return undefined;
    found = at(root, found.$ref);
  }
  return found;
}

/** Returns the value at a JSON pointer of a document. https://www.rfc-editor.org/rfc/rfc6901 */
function at(root: Readonly<Record<string, unknown>>, reference: string): unknown {
  if (!reference.startsWith("#/")) return reference === "#" ? root : undefined;
  let node: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const name = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(node)) node = node[Number(name)];
    else node = isRecord(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }
  return node;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
