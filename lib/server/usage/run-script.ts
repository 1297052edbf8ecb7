import { sha1 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** A connection to Redis. */
export interface RedisConnection {
  readonly kind: "redis" | "upstash";
  /** Sends a command and returns its reply. Rejects with an Error if the reply is an error. */
  send(command: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Runs a Lua script with its keys and values. Resolves with the texts that it returns. */
export type RunScript = (
  script: string,
  keys: readonly string[],
  values: readonly (string | number)[],
) => Promise<string[]>;

/** Creates the function that runs scripts. Redis has a script already, except the first time and after a restart. */
export function scriptRunner({ send }: Pick<RedisConnection, "send">): RunScript {
  return async (script, keys, values) => {
    const rest = [String(keys.length), ...keys, ...values.map(String)];
    try {
      return textsOf(await send(["EVALSHA", shaOf(script), ...rest]));
    } catch (thrown) {
      if (!(thrown instanceof Error) || !thrown.message.startsWith("NOSCRIPT")) throw thrown;
      return textsOf(await send(["EVAL", script, ...rest]));
    }
  };
}

/** Digests of the scripts, by which Redis finds them. */
const shas = new Map<string, string>();

function shaOf(script: string): string {
  const known = shas.get(script);
  if (known !== undefined) return known;
  const sha = bytesToHex(sha1(utf8ToBytes(script)));
  shas.set(script, sha);
  return sha;
}

/** Returns the texts of a list. Throws for any other reply. */
export function textsOf(reply: unknown): string[] {
  if (!Array.isArray(reply)) throw new Error("The store's reply is invalid.");
  return reply.map(String);
}

/** Returns a count. Throws for any other text. */
export function countOf(text: string | undefined): number {
  if (text === undefined || !/^\d{1,16}$/.test(text)) throw new Error("The store's reply is not a count.");
  return Number(text);
}
