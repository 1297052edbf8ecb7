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

  async function readAll(name: string, count: number): Promise<string> {
    const pieces = await each(count, (index) => read(pieceKey(name, index)));
    if (pieces.includes(undefined)) throw syncError("no-backup");
    return joinAtSpaces(pieces as string[]);
  }

  /** Writes all pieces, then their number, then empties the remaining pieces of a longer previous file. */
  async function writeAll(name: string, pieces: readonly string[]): Promise<void> {
    const former = await countOf(name);
    await each(pieces.length, (index) => write(pieceKey(name, index), pieces[index] ?? ""));
    await write(countKey(name), String(pieces.length));
    await each(Math.max(0, former - pieces.length), (index) => write(pieceKey(name, pieces.length + index), ""));
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
      const staged = await countOf(staging);
      if (staged > 0) return { text: await readAll(staging, staged) };
      const count = await countOf(main);
      return { text: count > 0 ? await readAll(main, count) : "" };
    },
    async set(text) {
      const pieces = cutAtSpaces(text);
      await writeAll(staging, pieces);
      await writeAll(main, pieces);
      await write(countKey(staging), "0");
      await each(pieces.length, (index) => write(pieceKey(staging, index), ""));
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
