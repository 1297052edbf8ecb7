import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startUpstream } from "./local-upstream";
import { startPeer } from "./peer-process";

/** Name and password of the WebDAV server, and the token of the Redis; the password is not in Latin letters alone. */
export const peerCredentials = { username: "mara", password: "geheim-пароль", token: "token-0123456789" } as const;

/** A server that stands for a service at which devices sync. */
export interface SyncPeer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts rclone as a WebDAV server on an empty folder. */
export async function startWebDav(): Promise<SyncPeer> {
  const folder = await mkdtemp(join(tmpdir(), "webdav-"));
  const { username, password } = peerCredentials;
  const login = ["--user", username, "--pass", password, "--etag-hash", "auto"];
  const { port, stop } = await startPeer(
    "rclone",
    (port) => ["serve", "webdav", folder, "--addr", `127.0.0.1:${port}`, ...login],
    (port) =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** The largest request that Upstash takes on its smallest plan is about so large, in bytes. */
const maxBody = 1_048_576;

/** A Redis behind a front of Upstash's shape: https://upstash.com/docs/redis/features/restapi */
export interface UpstashPeer extends SyncPeer {
  /** Returns all that is kept, by key. */
  kept(): Promise<Record<string, string>>;
  /** Breaks off all writing after so many writes more. */
  failAfter(writes: number): void;
}

/** Starts redis-server and its front, which answers pages of any origin as Upstash does. */
export async function startUpstash(): Promise<UpstashPeer> {
  const redis = await startPeer(
    "redis-server",
    (port) => ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    (port) =>
      ask(port, ["PING"]).then(
        () => true,
        () => false,
      ),
  );
  let writesLeft = Number.POSITIVE_INFINITY;
  const front = await startUpstream(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const headers = {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "authorization, content-type",
      "content-type": "application/json",
    };
    const answer = (status: number, value: unknown) => response.writeHead(status, headers).end(JSON.stringify(value));
    if (request.method === "OPTIONS") return void answer(200, {});
    if (request.headers.authorization !== `Bearer ${peerCredentials.token}`)
      return void answer(401, { error: "WRONGPASS invalid or missing auth token" });
    if (body.byteLength > maxBody) return void answer(413, { error: "ERR max request size exceeded" });
    const { pathname, searchParams } = new URL(request.url ?? "", "http://front.example");
    const [, command = "", key = "", ...rest] = pathname.split("/").map(decodeURIComponent);
    // What follows the value, such as EX and a time, stands in the query.
    const options = [...searchParams].flat();
    if (rest.length > 0 || !["get", "set", "del"].includes(command))
      return void answer(400, { error: "ERR syntax error" });
    if (command === "set" && writesLeft-- <= 0) return void answer(500, { error: "ERR failed" });
    const result = await ask(
      redis.port,
      command === "set" ? ["SET", key, body.toString("utf8"), ...options] : [command.toUpperCase(), key],
    );
    answer(200, { result });
  });
  return {
    url: front.url,
    async kept() {
      const keys = (await ask(redis.port, ["KEYS", "*"])) as string[];
      const entries = keys.map(async (key) => [key, await ask(redis.port, ["GET", key])] as const);
      return Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
    },
    failAfter(writes) {
      writesLeft = writes;
    },
    async stop() {
      await front.close();
      await redis.stop();
    },
  };
}

/** Asks a Redis one thing: https://redis.io/docs/latest/develop/reference/protocol-spec/ */
function ask(port: number, words: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let bytes = Buffer.alloc(0);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      const read = reply(bytes, 0);
      if (!read) return;
      socket.end();
      resolve(read.value);
    });
    const written = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("");
    socket.write(`*${words.length}\r\n${written}`);
  });
}

/** Reads one reply; nothing where more of it is to come. */
function reply(bytes: Buffer, start: number): { readonly value: unknown; readonly end: number } | undefined {
  const end = bytes.indexOf("\r\n", start);
  if (end === -1) return undefined;
  const line = bytes.toString("utf8", start + 1, end);
  const length = Number(line);
  if (bytes[start] === "$".charCodeAt(0)) {
    if (length === -1) return { value: null, end: end + 2 };
    const close = end + 2 + length;
    return bytes.length < close + 2 ? undefined : { value: bytes.toString("utf8", end + 2, close), end: close + 2 };
  }
  if (bytes[start] !== "*".charCodeAt(0)) return { value: line, end: end + 2 };
  const values: unknown[] = [];
  let next = end + 2;
  for (let index = 0; index < length; index++) {
    const read = reply(bytes, next);
    if (!read) return undefined;
    values.push(read.value);
    next = read.end;
  }
  return { value: values, end: next };
}
