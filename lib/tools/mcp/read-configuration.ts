import * as v from "valibot";
import { isRecord } from "@/lib/fields/fields";
import { addressProblem, type McpServerDraft, type McpTransport } from "@/lib/tools/mcp/server";

/** The servers in another program's configuration. */
export interface McpConfiguration {
  readonly servers: readonly McpServerDraft[];
  /** Names of servers that are local programs, which a page cannot run, or whose URL is not accepted. */
  readonly leftOut: readonly string[];
}

const entrySchema = v.object({
  type: v.fallback(v.string(), ""),
  url: v.pipe(
    v.string(),
    v.check((url) => addressProblem(url) === undefined),
  ),
  headers: v.fallback(v.record(v.string(), v.string()), {}),
});

/** Reads `{"mcpServers": …}`, or `{"servers": …}` as editors write it; undefined if the text is neither. */
export function readMcpConfiguration(text: string): McpConfiguration | undefined {
  const read = parsed(text);
  const entries = isRecord(read) ? (read.mcpServers ?? read.servers) : undefined;
  if (!isRecord(entries)) return undefined;
  const servers: McpServerDraft[] = [];
  const leftOut: string[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const { success, output } = v.safeParse(entrySchema, entry);
    if (!success) leftOut.push(name);
    else {
      const headers = Object.entries(output.headers).map(([header, value]) => ({ name: header, token: filled(value) }));
      servers.push({ name, url: output.url, transport: transportOf(output.type), headers });
    }
  }
  return { servers, leftOut };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a header's value; a value with a placeholder becomes empty, so that the user fills it in. */
function filled(value: string): string {
  return value.includes("${") ? "" : value;
}

function transportOf(type: string): McpTransport {
  if (type === "sse") return "sse";
  return type === "http" || type === "streamable-http" ? "http" : "auto";
}
