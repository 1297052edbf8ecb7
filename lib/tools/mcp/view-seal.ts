import type { ToolView } from "@/lib/chat/tool";
import { sealOf } from "@/lib/tools/tool-hash";

/** A call whose result a page receives, with the server that it reached. */
export interface SealedCall {
  readonly server: { readonly id: string; readonly host: string; readonly serverHash?: string | undefined };
  /** Name of the tool at the server. */
  readonly ownName: string;
  readonly argumentsText: string;
  readonly view: ToolView;
  /** The stored text of the result, and whether it is an error. */
  readonly text: string;
  readonly isError: boolean;
}

/**
 * Returns the seal of a call. It covers all that a page receives of a call, and the server. So a message that was changed,
 * or written by others, has no valid seal (docs/security.md#t912).
 *
 * @param key secret of this device
 */
export function viewSeal(key: string, { server, ownName, argumentsText, view, text, isError }: SealedCall): string {
  const { id, host, serverHash = null } = server;
  const sealed = [id, host, serverHash, view.uri, ownName, argumentsText, view.result ?? null, text, isError];
  return sealOf(key, JSON.stringify(sealed));
}
