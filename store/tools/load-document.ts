import { browserEnvironment } from "@/lib/platform/browser-environment";
import { createSendPluginCall } from "@/lib/tools/send-plugin-call";
import { pluginRelay } from "@/store/tools/plugins";

/**
 * Returns the text of a document at an address: fetched directly or, if CORS forbids that, through the relay. JSON is
 * indented. Throws an error with the reason.
 */
export async function loadDocument(address: string): Promise<string> {
  const { origin, pathname, search, protocol } = new URL(address);
  if (!/^https?:$/.test(protocol)) throw new Error(protocol);
  const send = createSendPluginCall({ env: browserEnvironment, relay: pluginRelay });
  const call = { method: "GET", path: pathname + search, headers: {} };
  const { signal } = new AbortController();
  const outcome = await send(call, { server: origin, usesRelay: false, signal, onProgress: () => {} });
  if (outcome.problem) throw new Error(outcome.text || outcome.problem);
  return inLines(outcome.text);
}

function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // YAML, or text about which the editor will show an error.
    return text;
  }
}
