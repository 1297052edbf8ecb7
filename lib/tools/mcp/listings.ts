import { isRecord } from "@/lib/json";
import type { McpPeer, McpRequestOptions } from "@/lib/tools/mcp/peer";
import { readViewMeta } from "@/lib/tools/mcp/tool-view";
import * as z from "@/lib/zod";

/** Maximum number of pages that are requested. */
const maxPages = 50;

/** Maximum number of entries of a list. */
const maxEntries = 1000;

const text = z.catch(z.string(), "");

const toolSchema = z.pipe(
  z.object({
    name: z.string().check(z.minLength(1)),
    description: text,
    inputSchema: z.catch(z.record(z.string(), z.unknown()), {}),
    /** Whether the tool runs only as a task. */
    execution: z.catch(z.object({ taskSupport: z.catch(z.string(), "") }), { taskSupport: "" }),
    annotations: z.catch(z.object({ readOnlyHint: z.catch(z.boolean(), false) }), { readOnlyHint: false }),
    _meta: z.optional(z.unknown()),
  }),
  z.transform(({ _meta, ...definition }) => ({ ...definition, view: readViewMeta(_meta) })),
);
/** A tool as its server describes it. */
export type McpToolDefinition = z.output<typeof toolSchema>;

const resourceSchema = z.object({
  uri: z.string().check(z.minLength(1)),
  name: text,
  title: text,
  description: text,
  mimeType: text,
});
/** A readable resource of a server. */
export type McpResource = z.output<typeof resourceSchema>;

const promptSchema = z.object({
  name: z.string().check(z.minLength(1)),
  title: text,
  description: text,
  arguments: z.catch(
    z.array(z.object({ name: z.string(), description: text, required: z.catch(z.boolean(), false) })),
    [],
  ),
});
/** A prompt template of a server, with its arguments. */
export type McpPrompt = z.output<typeof promptSchema>;

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
  schema: z.ZodMiniType<T>,
  options?: McpRequestOptions,
): Promise<T[]> {
  const entries: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && entries.length < maxEntries; page += 1) {
    const result = await peer.request(method, cursor === undefined ? {} : { cursor }, options);
    const listed = isRecord(result) && Array.isArray(result[key]) ? result[key] : [];
    for (const entry of listed) {
      const read = z.safeParse(schema, entry);
      if (read.success) entries.push(read.data);
    }
    const next = isRecord(result) ? result.nextCursor : undefined;
    if (typeof next !== "string" || next === "" || next === cursor) break;
    cursor = next;
  }
  return entries.slice(0, maxEntries);
}
