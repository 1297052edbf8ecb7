import { maxViewResultChars, maxViewUriChars, type ToolView, viewScheme } from "@/lib/chat/tool";
import { isRecord, printJson, recordOf } from "@/lib/json";

/**
 * The part of a tool's description that concerns interactive pages.
 * https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
 */
export interface ViewMeta {
  /** URI of the page for the results of the tool. */
  readonly uri?: string;
  /** Whether models may call the tool. */
  readonly isForModel: boolean;
  /** Whether pages of the same server may call the tool. */
  readonly isForView: boolean;
}

/** Reads the `_meta` field of a tool. Invalid fields count as absent. */
export function readViewMeta(meta: unknown): ViewMeta {
  const fields = recordOf(meta);
  const { resourceUri, visibility } = recordOf(fields.ui);
  // Servers of the first drafts use the flat name.
  const uri = pageUri(resourceUri) ?? pageUri(fields["ui/resourceUri"]);
  const callers: readonly unknown[] = Array.isArray(visibility) ? visibility : ["model", "app"];
  return {
    ...(uri !== undefined && { uri }),
    isForModel: callers.includes("model"),
    isForView: callers.includes("app"),
  };
}

function pageUri(uri: unknown): string | undefined {
  const isOne = typeof uri === "string" && uri.startsWith(viewScheme) && uri.length <= maxViewUriChars;
  return isOne ? uri : undefined;
}

/** Returns the view of a call with its complete result, unless that is too long to store. */
export function viewWithResult(view: ToolView, result: unknown): ToolView {
  const text = isRecord(result) ? printJson(result) : undefined;
  return text === undefined || text.length > maxViewResultChars ? view : { ...view, result: text };
}
