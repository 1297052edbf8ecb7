import { readWholeResponse } from "@/lib/engine/read-answer";
import { isKeyStatus, rejectsKey } from "@/lib/providers/refused-key";

/** Headers with a key. */
type KeyHeaders = Readonly<Record<string, string>>;

/** Maximum number of keys that are tried for one call. */
const maxKeys = 5;

/** Maximum length of an error that is read, in characters. */
const maxErrorChars = 1_000_000;

/** The index of the key that was accepted last at each address, until the page is reloaded. */
const accepted = new Map<string, number>();

interface KeyCall {
  /** The address for which an accepted key is remembered. */
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  readonly send: (key: KeyHeaders) => Promise<Response>;
}

/**
 * Sends a call with one key after the other until one is accepted, beginning with the one that the address has
 * accepted last. Returns the response to the last attempt. Rejects if an attempt has no response: another key would not help.
 */
export async function tryKeys(keys: readonly KeyHeaders[], { baseUrl, signal, send }: KeyCall): Promise<Response> {
  const first = accepted.get(baseUrl) ?? 0;
  const order = keys.map((_, index) => (first + index) % keys.length).slice(0, maxKeys);
  return tryNext(order);

  async function tryNext([index = 0, ...others]: readonly number[]): Promise<Response> {
    const response = await send(keys[index] ?? {});
    const isRefused = await refusesKey(response, signal);
    if (!isRefused) accepted.set(baseUrl, index);
    if (!isRefused || others.length === 0) return response;
    await response.body?.cancel();
    return tryNext(others);
  }
}

async function refusesKey(response: Response, signal: AbortSignal): Promise<boolean> {
  const isRefused = isKeyStatus(response.status);
  if (isRefused !== undefined) return isRefused;
  // An error that cannot be read is left to the caller.
  const { body } = await readWholeResponse(response.clone(), signal, maxErrorChars).catch(() => ({ body: "" }));
  return rejectsKey(body);
}
