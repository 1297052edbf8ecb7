import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** The protocol's reference server, started on this computer. */
export interface EverythingServer {
  readonly port: number;
  /** The address of its sessions: `/mcp` over streamable HTTP, `/sse` over the older protocol. */
  readonly url: string;
  stop(): Promise<void>;
}

const program = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";

/** Starts the reference server on a free port, or on the one given; whoever starts it stops it. */
export async function startEverything(
  transport: "streamableHttp" | "sse",
  wantedPort?: number,
): Promise<EverythingServer> {
  const port = wantedPort ?? (await freePort());
  const child: ChildProcess = spawn(process.execPath, [program, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: "ignore",
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilListening(child, origin);
  return {
    port,
    url: `${origin}/${transport === "sse" ? "sse" : "mcp"}`,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function untilListening(child: ChildProcess, origin: string): Promise<void> {
  while (child.exitCode === null) {
    const isUp = await fetch(origin).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The reference server did not start.");
}
