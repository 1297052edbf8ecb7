import { isRecord, parseJson } from "@/lib/json";
import { addressProblem, type McpServerDraft, type McpTransport } from "@/lib/tools/mcp/server";
import * as z from "@/lib/zod";

/** The servers in another program's configuration. */
export interface McpConfiguration {
  readonly servers: readonly McpServerDraft[];
  /** Names of servers that are local programs, which a page cannot run, or whose URL is not accepted. */
  readonly leftOut: readonly string[];
}

const entrySchema = z.object({
  type: z.catch(z.string(), ""),
  url: z.string().check(z.refine((url) => addressProblem(url) === undefined)),
  headers: z.catch(z.record(z.string(), z.string()), {}),
});

/** Reads `{"mcpServers": …}`, or `{"servers": …}` as editors write it; undefined if the text is neither. */
export function readMcpConfiguration(text: string): McpConfiguration | undefined {
  const read = parseJson(text);
  const entries = isRecord(read) ? (read.mcpServers ?? read.servers) : undefined;
  if (!isRecord(entries)) return undefined;
  const servers: McpServerDraft[] = [];
  const leftOut: string[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const { success, data } = z.safeParse(entrySchema, entry);
    if (!success) leftOut.push(name);
    else {
      const headers = Object.entries(data.headers).map(([header, value]) => ({ name: header, token: filled(value) }));
      servers.push({ name, url: data.url, transport: transportOf(data.type), headers });
    }
  }
  return { servers, leftOut };
}

/** Returns a header's value; a value with a placeholder becomes empty, so that the user fills it in. */
function filled(value: string): string {
  return value.includes("${") ? "" : value;
}

function transportOf(type: string): McpTransport {
  if (type === "sse") return "sse";
  return type === "http" || type === "streamable-http" ? "http" : "auto";
}
