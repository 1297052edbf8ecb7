import { AppError } from "@/lib/errors";
import { isKeyStatus, rejectsKey } from "@/lib/providers/refused-key";
import type { RelayCall } from "@/lib/server/relay-call";
import { readAnswer } from "@/lib/server/request-body";
import type { Server } from "@/lib/server/server";

/** One of the operator's credentials, by field. */
export type PickedKey = Readonly<Record<string, string>>;

/** Maximum number of keys tried for one call. */
const maxKeys = 5;

/** Maximum size of an error that is read, in bytes. */
export const maxErrorBytes = 1_000_000;

/** Returns the operator's keys for a call in the order to try; the first one is random, so that all share the load. */
export function keysInTurn({ target: { credentials } }: RelayCall, { env }: Pick<Server, "env">): readonly PickedKey[] {
  if (credentials.length < 2) return [credentials[0] ?? {}];
  const first = Math.floor(env.random() * credentials.length);
  return [...credentials.slice(first), ...credentials.slice(0, first)].slice(0, maxKeys);
}

/**
 * Sends a call with one key after the other until one is accepted. Returns the result of the last attempt: its response,
 * or what it throws.
 */
export async function withKeysInTurn<T extends { readonly response: Response }>(
  keys: readonly PickedKey[],
  send: (key: PickedKey) => Promise<T>,
): Promise<T> {
  const [key = {}, ...others] = keys;
  if (others.length === 0) return send(key);
  const sent = await send(key).catch((thrown: unknown) => {
    // A provider that issues tokens rejects the key before the call.
    if (thrown instanceof AppError && thrown.code === "auth") return undefined;
    throw thrown;
  });
  const response = sent && (await acceptedResponse(sent.response));
  return sent && response ? { ...sent, response } : withKeysInTurn(others, send);
}

/** Returns the response unless another key may be accepted. */
async function acceptedResponse(response: Response): Promise<Response | undefined> {
  const { status, headers, body } = response;
  const isRefused = isKeyStatus(status);
  if (isRefused) {
    await body?.cancel();
    return undefined;
  }
  if (isRefused === false || !body) return response;
  const text = await readAnswer(body, maxErrorBytes);
  return rejectsKey(text) ? undefined : new Response(text, { status, headers });
}
