import { cutAtSpaces, joinAtSpaces } from "@/lib/sync/chunks";
import {
  headersOf,
  type Remote,
  type RemoteAnswer,
  type RemoteCall,
  type RemoteText,
  refusalOf,
  type SendCall,
  syncError,
  type Way,
} from "@/lib/sync/remote";

/** A Redis database at Upstash, and the key of the file in it. */
export interface Upstash {
  readonly endpoint: string;
  readonly username: string;
  readonly apiKey: string;
}

/** Maximum number of concurrent requests. */
const atOnce = 4;
/** Number of attempts to read a file that another device writes meanwhile. */
const readAttempts = 3;

/** Opens the file in an Upstash database, stored in pieces: https://upstash.com/docs/redis/features/restapi */
export function openUpstash(settings: Upstash, way: Way, send: SendCall): Remote {
  const main = `${settings.username}`;
  /**
   * Key of the staging copy: a new file is stored completely before it replaces the previous one, so that an
   * interrupted upload damages nothing.
   */
  const staging = `${settings.username}-staging`;

  function call(method: "GET" | "POST", action: "get" | "set", key: string, body?: string): Promise<RemoteAnswer> {
    const headers = headersOf(`Bearer ${settings.apiKey}`, way);
    return send({ ...addressed(settings, way, action, key), method, headers, ...(body === undefined ? {} : { body }) });
  }

  async function read(key: string): Promise<string | undefined> {
    const answer = await call("GET", "get", key);
    if (answer.status !== 200) throw refusalOf(answer, way);
    return resultIn(answer.body);
  }

  async function write(key: string, value: string): Promise<void> {
    const answer = await call("POST", "set", key, value);
    if (answer.status !== 200) throw refusalOf(answer, way);
    resultIn(answer.body);
  }

  async function countOf(name: string): Promise<number> {
    const count = Number((await read(countKey(name))) || Number.NaN);
    return Number.isInteger(count) && count > 0 ? count : 0;
  }

  /** Reads the file; undefined if a piece is missing, or if another device has written meanwhile. */
  async function readWhole(): Promise<string | undefined> {
    const staged = await countOf(staging);
    const [name, count] = staged > 0 ? [staging, staged] : [main, await countOf(main)];
    const pieces = await each(count, (index) => read(pieceKey(name, index)));
    // Only the last of several pieces can be empty, where the text ends with a space.
    const isWhole = pieces.every((piece, index) => piece || (piece === "" && index > 0 && index === count - 1));
    return isWhole && (await countOf(staging)) === staged ? joinAtSpaces(pieces as string[]) : undefined;
  }

  /** Writes all pieces, then their number, then empties the remaining pieces of a longer previous file. */
  async function writeAll(name: string, pieces: readonly string[]): Promise<void> {
    const former = await countOf(name);
    await each(pieces.length, (index) => write(pieceKey(name, index), pieces[index] ?? ""));
    await write(countKey(name), String(pieces.length));
    await emptyFrom(name, pieces.length, await endOf(name, Math.max(former, pieces.length)));
  }

  /**
   * Returns the number of stored pieces, of which there are at least `start`. Interrupted writes leave pieces that no
   * number counts, with gaps of fewer than `atOnce`.
   */
  async function endOf(name: string, start: number): Promise<number> {
    let end = start;
    for (let index = start; index < end + atOnce; index += atOnce) {
      const following = await each(atOnce, (offset) => read(pieceKey(name, index + offset)));
      const last = following.findLastIndex((piece) => piece);
      if (last >= 0) end = index + last + 1;
    }
    return end;
  }

  /** Empties pieces, the last one first, so that an interruption leaves none behind a gap. */
  async function emptyFrom(name: string, start: number, end: number): Promise<void> {
    await each(end - start, (index) => write(pieceKey(name, end - 1 - index), ""));
  }

  return {
    name: main,
    async check() {
      try {
        return (await call("GET", "get", main)).status === 200;
      } catch {
        return false;
      }
    },
    async get(): Promise<RemoteText> {
      for (let attempt = 1; attempt <= readAttempts; attempt++) {
        const text = await readWhole();
        if (text !== undefined) return { text };
      }
      throw syncError("no-backup");
    },
    async set(text) {
      const pieces = cutAtSpaces(text);
      await writeAll(staging, pieces);
      await writeAll(main, pieces);
      await write(countKey(staging), "0");
      await emptyFrom(staging, 0, pieces.length);
    },
  };
}

function countKey(name: string): string {
  return `${name}-chunk-count`;
}

function pieceKey(name: string, index: number): string {
  return `${name}-chunk-${index}`;
}

function addressed({ endpoint }: Upstash, { proxy }: Way, action: string, key: string): Pick<RemoteCall, "url"> {
  if (!/^https?:\/\//i.test(endpoint) || !URL.canParse(endpoint)) throw syncError("wrong-address");
  const path = `${action}/${encodeURIComponent(key)}`;
  if (proxy === undefined) return { url: `${endpoint.replace(/\/+$/, "")}/${path}` };
  return { url: `${proxy}/upstash/${path}?${new URLSearchParams({ endpoint })}` };
}

/** Returns the result of a command. Throws if the response is another page. */
function resultIn(body: string): string | undefined {
  try {
    const parsed = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null || !("result" in parsed)) throw syncError("no-backup");
    return parsed.result === null ? undefined : String(parsed.result);
  } catch {
    throw syncError("no-backup");
  }
}

/** Runs a function for each number below `count`, a few concurrently; returns the results in order. */
async function each<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = new Array(count);
  let next = 0;
  async function work() {
    while (next < count) {
      const index = next++;
      results[index] = await run(index);
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work));
  return results;
}
