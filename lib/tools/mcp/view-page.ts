import { listOf, recordOf, stringOf } from "@/lib/json";
import { McpFailure } from "@/lib/tools/mcp/failure";
import type { McpPeer } from "@/lib/tools/mcp/peer";
import { type RequestedOrigins, readRequestedOrigins } from "@/lib/tools/mcp/view-hosts";

/** The media type of an interactive page, as clients announce it. */
export const viewMimeType = "text/html;profile=mcp-app";

/** An interactive page that a server provides for the results of its tools. */
export interface ViewPage {
  readonly html: string;
  readonly origins: RequestedOrigins;
  /** Whether it asks for a frame around it. */
  readonly hasBorder: boolean;
}

/** Maximum length of a page, in characters. */
const maxPageChars = 5_000_000;

/**
 * Reads a page of a server. Throws McpFailure, also if the resource is not such a page.
 *
 * @param ownHost host name of the app, without its port
 */
export async function readViewPage(
  peer: McpPeer,
  uri: string,
  { ownHost, signal }: { readonly ownHost: string; readonly signal?: AbortSignal },
): Promise<ViewPage> {
  const result = await peer.request("resources/read", { uri }, { ...(signal && { signal }) });
  const contents = listOf(recordOf(result).contents).map(recordOf);
  const content = contents.find(({ mimeType }) => isViewType(stringOf(mimeType)));
  if (!content) throw new McpFailure("protocol", `The resource ${uri} is not of the type ${viewMimeType}.`);
  const html = typeof content.text === "string" ? content.text : textOfBase64(stringOf(content.blob));
  if (html === undefined) throw new McpFailure("protocol", `The resource ${uri} has no text.`);
  if (html.length > maxPageChars) throw new McpFailure("too-large");
  const { csp, prefersBorder } = recordOf(recordOf(content._meta).ui);
  return { html, origins: await readRequestedOrigins(csp, ownHost), hasBorder: prefersBorder !== false };
}

function isViewType(type: string): boolean {
  return /^text\/html\s*;\s*profile="?mcp-app"?$/i.test(type.trim());
}

function textOfBase64(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return bytes.length === 0 ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
