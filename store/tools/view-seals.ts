import { browserEnvironment } from "@/lib/platform/browser-environment";
import { localKeys } from "@/lib/storage/local-keys";
import { type SealedCall, viewSeal } from "@/lib/tools/mcp/view-seal";
import { pageStorage } from "@/store/base/page-storage";

/**
 * The secret of this device, for tabs whose storage is full. It is not a document, so that two tabs cannot overwrite
 * each other's secret, and no backup, export or sync contains it.
 */
let fallback: string | undefined;

function readSecret(): string | undefined {
  return pageStorage().getItem(localKeys.viewSeals) ?? fallback;
}

function createSecret(): string {
  const created = browserEnvironment.newId() + browserEnvironment.newId();
  try {
    pageStorage().setItem(localKeys.viewSeals, created);
  } catch (thrown) {
    console.warn("Could not store the secret for results of interactive pages.", thrown);
    fallback = created;
  }
  return created;
}

/** Returns a call's page with the seal of this device. Call it only with a result that the server has just returned. */
export function withSeal(call: SealedCall): SealedCall["view"] {
  return { ...call.view, seal: viewSeal(readSecret() ?? createSecret(), call) };
}

/** Whether this device received a call's result from its server. False for chats of others and of other devices. */
export function hasSeal(call: SealedCall): boolean {
  const secret = readSecret();
  return secret !== undefined && call.view.seal === viewSeal(secret, call);
}
