import { connectRedis } from "@/lib/server/usage/redis-connection";
import { startUpstream } from "./local-upstream";
import { type PeerProcess, startPeer } from "./peer-process";

/** A redis-server for tests, and a connection to it for checks. */
export interface RedisPeer {
  readonly url: string;
  readonly port: number;
  command(...words: string[]): Promise<unknown>;
  /** Stops the process and starts an empty one on the same port. */
  restart(): Promise<void>;
  /** Freezes the process, so that connections stay open without replies, or lets it go on. */
  freeze(isFrozen: boolean): Promise<void>;
  /** Stops the process. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a redis-server without files on a free port. */
export async function startRedis(): Promise<RedisPeer> {
  let peer: PeerProcess = await start();
  const { port } = peer;
  const url = `redis://127.0.0.1:${port}`;
  const connection = connectRedis(url, () => undefined);
  const command = (...words: string[]) => connection.send(words);
  return {
    url,
    port,
    command,
    async restart() {
      await peer.stop();
      peer = await start(port);
      while ((await command("PING").catch(() => "")) !== "PONG") await new Promise((wait) => setTimeout(wait, 20));
    },
    async freeze(isFrozen) {
      peer.signal(isFrozen ? "SIGSTOP" : "SIGCONT");
    },
    kill: () => peer.stop(),
    async stop() {
      await connection.close();
      await peer.stop();
    },
  };
}

function start(port?: number): Promise<PeerProcess> {
  return startPeer(
    "redis-server",
    (port) => ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    async (port) => {
      const connection = connectRedis(`redis://127.0.0.1:${port}`, () => undefined);
      const reply = await Promise.race([
        connection.send(["PING"]).catch(() => ""),
        new Promise((resolve) => setTimeout(resolve, 200)),
      ]);
      await connection.close();
      return reply === "PONG";
    },
    port,
  );
}

/** The token of the front. */
export const upstashToken = "token-0123456789";

/** Starts a front of the shape of Upstash's REST API before a redis-server. */
export async function startUpstashFront(
  peer: Pick<RedisPeer, "command">,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const front = await startUpstream(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const answer = (status: number, value: unknown) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (request.headers.authorization !== `Bearer ${upstashToken}`) return answer(401, { error: "WRONGPASS invalid" });
    try {
      answer(200, { result: await peer.command(...(JSON.parse(Buffer.concat(pieces).toString("utf8")) as string[])) });
    } catch (thrown) {
      answer(400, { error: thrown instanceof Error ? thrown.message : "ERR" });
    }
  });
  return { url: front.url, stop: () => front.close() };
}
