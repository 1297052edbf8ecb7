import * as v from "valibot";
import { isRecord } from "@/lib/fields/fields";
import type { McpPeer, McpRequestOptions } from "@/lib/tools/mcp/peer";

/** The most pages of a list that are asked for. */
const maxPages = 50;

/** The most entries of a list that are kept. */
const maxEntries = 1000;

const text = v.fallback(v.string(), "");

const toolSchema = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  description: text,
  inputSchema: v.fallback(v.record(v.string(), v.unknown()), {}),
  annotations: v.fallback(v.object({ readOnlyHint: v.fallback(v.boolean(), false) }), { readOnlyHint: false }),
});
/** A tool as its server describes it. */
export type McpToolDefinition = v.InferOutput<typeof toolSchema>;

const resourceSchema = v.object({
  uri: v.pipe(v.string(), v.nonEmpty()),
  name: text,
  title: text,
  description: text,
  mimeType: text,
});
/** Something that a server lets read. */
export type McpResource = v.InferOutput<typeof resourceSchema>;

const promptSchema = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  title: text,
  description: text,
  arguments: v.fallback(
    v.array(v.object({ name: v.string(), description: text, required: v.fallback(v.boolean(), false) })),
    [],
  ),
});
/** A text that a server writes for a message, of what is filled in. */
export type McpPrompt = v.InferOutput<typeof promptSchema>;

/** Lists the tools of a server. Throws McpFailure. */
export async function listTools(peer: McpPeer, options?: McpRequestOptions): Promise<McpToolDefinition[]> {
  return listAll(peer, "tools/list", "tools", toolSchema, options);
}

/** Lists the resources of a server. Throws McpFailure. */
export async function listResources(peer: McpPeer, options?: McpRequestOptions): Promise<McpResource[]> {
  return listAll(peer, "resources/list", "resources", resourceSchema, options);
}

/** Lists the prompts of a server. Throws McpFailure. */
export async function listPrompts(peer: McpPeer, options?: McpRequestOptions): Promise<McpPrompt[]> {
  return listAll(peer, "prompts/list", "prompts", promptSchema, options);
}

/** Follows the pages of a list to their end, or to the bounds. Entries that do not fit are passed over. */
async function listAll<T>(
  peer: McpPeer,
  method: string,
  key: string,
  schema: v.GenericSchema<unknown, T>,
  options?: McpRequestOptions,
): Promise<T[]> {
  const entries: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && entries.length < maxEntries; page += 1) {
    const result = await peer.request(method, cursor === undefined ? {} : { cursor }, options);
    const listed = isRecord(result) && Array.isArray(result[key]) ? result[key] : [];
    for (const entry of listed) {
      const read = v.safeParse(schema, entry);
      if (read.success) entries.push(read.output);
    }
    const next = isRecord(result) ? result.nextCursor : undefined;
    if (typeof next !== "string" || next === "" || next === cursor) break;
    cursor = next;
  }
  return entries.slice(0, maxEntries);
}
