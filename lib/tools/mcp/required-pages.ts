import type { ToolCallContext } from "@/lib/chat/tool";
import { readElicitation } from "@/lib/tools/mcp/elicitation";
import type { McpFailure } from "@/lib/tools/mcp/failure";

/** Maximum number of pages that are offered for one failed call. */
const maxPages = 3;

/**
 * Offers the pages that a server requires the user to open before a call can succeed, until the user rejects one. The call is
 * not repeated, because only the user knows when the pages are done; the model can call again.
 * https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export async function offerRequiredPages(
  { requiredPages }: McpFailure,
  { requests, signal }: Pick<ToolCallContext, "requests" | "signal">,
): Promise<void> {
  if (!requests || !Array.isArray(requiredPages)) return;
  for (const page of requiredPages.slice(0, maxPages)) {
    const request = readElicitation(page);
    if (request?.type !== "link") continue;
    const { action } = await requests.ask(request, signal);
    if (action !== "accept") return;
  }
}
