import { execFileSync, spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";

/** A built app that answers at an address, which has no slash at its end; whoever opens it stops it. */
export interface App {
  readonly url: string;
  stop(): Promise<void>;
}

/** An app that runs on a free port. */
export interface AppServer extends App {
  readonly pid: number;
  /** What the server has printed so far; it is whole when `stop` resolves. */
  readonly log: () => string;
}

const servers = {
  standalone: { DIST_DIR: ".next", BUILD_MODE: "standalone" },
  edge: { DIST_DIR: ".next-edge", BUILD_MODE: "vercel" },
} as const;

/** What the suite runs against (docs/decisions/0044). */
export type Build = keyof typeof servers | "export";

/** The setting with which an app knows no host but this computer; its log says which others it asked for. */
export const noWayOut = { NODE_OPTIONS: `--import ${new URL("./no-way-out.mjs", import.meta.url)}` };

/** The same, and the app can be weighed. */
export const weighed = {
  NODE_OPTIONS: `${noWayOut.NODE_OPTIONS} --import ${new URL("./weighed.mjs", import.meta.url)}`,
};

/** Returns how many megabytes a weighed app holds. */
export async function weigh({ pid, log }: AppServer): Promise<number> {
  const weights = () => [...log().matchAll(/^Holds (\d+) MB\.$/gm)];
  const before = weights().length;
  // The server is a process that the one that was started has started.
  const servers = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  process.kill(Number(servers), "SIGUSR2");
  while (weights().length === before) await new Promise((resolve) => setTimeout(resolve, 50));
  return Number(weights().at(-1)?.[1]);
}

/** Starts a built app with the given settings and nothing of this process's own but the path. */
export async function startApp(build: Build, settings: Record<string, string> = {}): Promise<AppServer> {
  if (build === "export") throw new Error("An export has no server. What needs one has the mark @server.");
  const port = await freePort();
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { PATH, HOME, NODE_ENV: "production", PORT: String(port), ...servers[build], ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stdout.on("data", (chunk) => (log += chunk));
  child.stderr.on("data", (chunk) => (log += chunk));
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await answering(
    url,
    () => child.exitCode === null,
    () => log,
  );
  return {
    url,
    pid: child.pid ?? 0,
    log: () => log,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function answering(url: string, isRunning: () => boolean, log: () => string): Promise<void> {
  while (isRunning()) {
    const isUp = await fetch(`${url}/api/config`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The app ended before it answered:\n${log()}`);
}

/** Returns a port of this computer on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
