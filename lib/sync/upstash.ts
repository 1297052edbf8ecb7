import { base64OfBytes, bytesOfBase64 } from "@/lib/storage/blobs";
import { atOnce } from "@/lib/sync/at-once";
import { chunkBytes, cutAtSpaces, joinAtSpaces } from "@/lib/sync/chunks";
import {
  headersOf,
  isRootText,
  type ObjectStore,
  type Remote,
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
const mostAtOnce = 4;
/** Maximum number of pieces of a file or an object, as the names of objects allow it. */
const mostPieces = 9_999;
/** Number of attempts to read a file that another device writes meanwhile. */
const readAttempts = 3;

/** Opens the file in an Upstash database, stored in pieces: https://upstash.com/docs/redis/features/restapi */
export function openUpstash(settings: Upstash, way: Way, send: SendCall): Remote {
  const { username } = settings;
  const keys = keysBehind(settings, way, send);
  const main = new Pieces(username, keys);
  // A new file is stored completely before it replaces the previous one, so that an interrupted upload damages nothing.
  const staging = new Pieces(`${username}-staging`, keys);

  return {
    name: username,
    objects: objectsBehind(username, keys),
    async check() {
      try {
        await keys.read(username);
        return true;
      } catch {
        return false;
      }
    },
    async get(): Promise<RemoteText> {
      const first = await main.readFirst();
      if (first !== undefined && isRootText(first)) {
        return { text: first, ...(first.endsWith(" ") ? { isUnclean: true } : {}) };
      }
      for (let attempt = 1; attempt <= readAttempts; attempt++) {
        const text = await readWhole(main, staging);
        if (text !== undefined) return { text };
      }
      throw syncError("no-backup");
    },
    async set(text, over) {
      if (isRootText(text)) return setRoot(text, over, main, staging);
      const pieces = cutAtSpaces(text);
      await staging.write(pieces);
      await main.write(pieces);
      await staging.writeCount(0);
      await staging.emptyFrom(0, pieces.length);
    },
  };
}

/** Reads the file; undefined if a piece is missing, or if another device has written meanwhile. */
async function readWhole(main: Pieces, staging: Pieces): Promise<string | undefined> {
  const staged = await staging.count();
  const pieces = staged > 0 ? await staging.read(staged) : await main.read(await main.count());
  // Only the last of several pieces can be empty, where the text ends with a space.
  const last = pieces.length - 1;
  const isWhole = pieces.every((piece, index) => piece || (piece === "" && index > 0 && index === last));
  return isWhole && (await staging.count()) === staged ? joinAtSpaces(pieces as string[]) : undefined;
}

/** Replaces the text by one that refers to objects, and then removes what was stored before. */
async function setRoot(text: string, over: RemoteText, main: Pieces, staging: Pieces): Promise<void> {
  if (isRootText(over.text) && !over.isUnclean) return main.writeFirst(text);
  const [former, staged] = [await main.count(), await staging.count()];
  // The space marks what is not clean yet. From here on, only this piece is read.
  await main.writeFirst(`${text} `);
  await main.writeCount(1);
  await staging.writeCount(0);
  await main.emptyFrom(1, await main.endFrom(Math.max(1, former)));
  await staging.emptyFrom(0, await staging.endFrom(staged));
  if ((await main.readFirst()) === `${text} `) await main.writeFirst(text);
}

/** The pieces of a text, with their number. */
class Pieces {
  private readonly name: string;
  private readonly keys: Keys;

  constructor(name: string, keys: Keys) {
    this.name = name;
    this.keys = keys;
  }

  private get countKey(): string {
    return `${this.name}-chunk-count`;
  }

  private keyAt(index: number): string {
    return `${this.name}-chunk-${index}`;
  }

  async count(): Promise<number> {
    const count = Number((await this.keys.read(this.countKey)) || Number.NaN);
    if (count > mostPieces) throw syncError("altered");
    return Number.isInteger(count) && count > 0 ? count : 0;
  }

  writeCount(count: number): Promise<void> {
    return this.keys.write(this.countKey, String(count));
  }

  readFirst(): Promise<string | undefined> {
    return this.keys.read(this.keyAt(0));
  }

  writeFirst(text: string): Promise<void> {
    return this.keys.write(this.keyAt(0), text);
  }

  read(count: number): Promise<(string | undefined)[]> {
    return each(count, (index) => this.keys.read(this.keyAt(index)));
  }

  /** Writes all pieces, then their number, then empties the remaining pieces of a longer previous text. */
  async write(pieces: readonly string[]): Promise<void> {
    const former = await this.count();
    await each(pieces.length, (index) => this.keys.write(this.keyAt(index), pieces[index] ?? ""));
    await this.writeCount(pieces.length);
    await this.emptyFrom(pieces.length, await this.endFrom(Math.max(former, pieces.length)));
  }

  /**
   * Returns the number of stored pieces, of which there are at least `start`. Interrupted writes leave pieces that no
   * number counts, with gaps of fewer than `mostAtOnce`.
   */
  async endFrom(start: number): Promise<number> {
    let end = start;
    for (let index = start; index < end + mostAtOnce; index += mostAtOnce) {
      const following = await each(mostAtOnce, (offset) => this.keys.read(this.keyAt(index + offset)));
      const last = following.findLastIndex((piece) => piece);
      if (last >= 0) end = index + last + 1;
    }
    return end;
  }

  /** Empties pieces, the last one first, so that an interruption leaves none behind a gap. */
  async emptyFrom(start: number, end: number): Promise<void> {
    await each(end - start, (index) => this.keys.write(this.keyAt(end - 1 - index), ""));
  }
}

/** Reads and writes of single keys. */
interface Keys {
  read(key: string): Promise<string | undefined>;
  write(key: string, value: string): Promise<void>;
  /** Removes a key. Returns whether it existed. */
  remove(key: string): Promise<boolean>;
}

function keysBehind(settings: Upstash, way: Way, send: SendCall): Keys {
  async function run(method: "GET" | "POST", action: string, key: string, body?: string): Promise<string | undefined> {
    const headers = headersOf(`Bearer ${settings.apiKey}`, way);
    const target = addressed(settings, way, action, key);
    const answer = await send({ ...target, method, headers, ...(body === undefined ? {} : { body }) });
    if (answer.status !== 200) throw refusalOf(answer, way);
    return resultIn(answer.body);
  }
  return {
    read: (key) => run("GET", "get", key),
    async write(key, value) {
      await run("POST", "set", key, value);
    },
    remove: async (key) => (await run("POST", "del", key)) === "1",
  };
}

/** Opens the objects, in base64. Long ones are stored in pieces; the first piece has their number and is written last. */
function objectsBehind(username: string, { read, write, remove }: Keys): ObjectStore {
  const keyOf = (name: string, index: number) => `${username}-object-${name}-${index}`;
  return {
    async read(name) {
      const [, count, start = ""] = /^(\d{1,4}) (.*)$/s.exec((await read(keyOf(name, 0))) ?? "") ?? [];
      if (count === undefined) return undefined;
      const rest = await each(Number(count) - 1, (index) => read(keyOf(name, index + 1)));
      if (rest.some((piece) => !piece)) return undefined;
      const bytes = bytesOfBase64([start, ...rest].join(""));
      return bytes && new Uint8Array(bytes);
    },
    async write(name, bytes) {
      const base64 = base64OfBytes(bytes.slice().buffer);
      const count = Math.max(1, Math.ceil(base64.length / chunkBytes));
      const pieceAt = (index: number) => base64.slice(index * chunkBytes, (index + 1) * chunkBytes);
      await each(count - 1, (index) => write(keyOf(name, index + 1), pieceAt(index + 1)));
      await write(keyOf(name, 0), `${count} ${pieceAt(0)}`);
    },
    async remove(name, isSmall = false) {
      for (let index = 1; !isSmall && index <= mostPieces && (await remove(keyOf(name, index))); index++);
      await remove(keyOf(name, 0));
    },
  };
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

function each<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  return atOnce(count, mostAtOnce, run);
}
