import * as v from "valibot";
import { isRecord } from "@/lib/fields/fields";
import type { McpPeer, McpRequestOptions } from "@/lib/tools/mcp/peer";

/** Maximum number of pages that are requested. */
const maxPages = 50;

/** Maximum number of entries of a list. */
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
/** A readable resource of a server. */
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
/** A prompt template of a server, with its arguments. */
export type McpPrompt = v.InferOutput<typeof promptSchema>;

/** Returns the tools of a server. Throws McpFailure. */
export async function listTools(peer: McpPeer, options?: McpRequestOptions): Promise<McpToolDefinition[]> {
  return listAll(peer, "tools/list", "tools", toolSchema, options);
}

/** Returns the resources of a server. Throws McpFailure. */
export async function listResources(peer: McpPeer, options?: McpRequestOptions): Promise<McpResource[]> {
  return listAll(peer, "resources/list", "resources", resourceSchema, options);
}

/** Returns the prompts of a server. Throws McpFailure. */
export async function listPrompts(peer: McpPeer, options?: McpRequestOptions): Promise<McpPrompt[]> {
  return listAll(peer, "prompts/list", "prompts", promptSchema, options);
}

/** Reads the pages of a list to their end, or to the limits. Invalid entries are skipped. */
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
