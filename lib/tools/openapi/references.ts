import { isRecord } from "@/lib/fields/fields";

/** References are followed this often in a row before they count as going in a circle. */
const maxHops = 32;

/**
 * Returns what a node of a document stands for, following its references inside the document. One that leads elsewhere
 * is never fetched, and gives nothing; neither does one that leads nowhere or in a circle.
 */
export function dereference(root: Readonly<Record<string, unknown>>, node: unknown): unknown {
  let found = node;
  for (let hops = 0; isRecord(found) && typeof found.$ref === "string"; hops += 1) {
    if (hops >= maxHops) return undefined;
    found = at(root, found.$ref);
  }
  return found;
}

/** Returns what stands at a JSON pointer of a document. https://www.rfc-editor.org/rfc/rfc6901 */
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
