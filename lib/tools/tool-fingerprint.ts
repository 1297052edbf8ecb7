import type { Tool } from "@/lib/chat/tool";
import { shortHash } from "@/lib/tools/tool-hash";

/**
 * Returns the fingerprint of a tool's definition: a permission applies to one definition (docs/security.md#t92), and to one
 * command or address of an MCP server. The callers are part of it if they are limited, so that older rules of other tools
 * remain valid.
 */
export function toolFingerprint(tool: Tool): string {
  const { ownName, description, parameters, isReading, onlyCaller, serverHash } = tool;
  const definition = JSON.stringify([
    ...[ownName, description, isReading, sorted(parameters)],
    ...(onlyCaller ? [onlyCaller] : []),
    ...(serverHash === undefined ? [] : [{ serverHash }]),
  ]);
  return shortHash(definition);
}

/** Sorts fields, because the order in which a server lists them is irrelevant. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([name, field]) => [name, sorted(field)]);
}
