import { execFileSync, spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";

/** A built app that runs on a free port; whoever starts it stops it. */
export interface AppServer {
  readonly url: string;
  readonly pid: number;
  /** What the server has printed so far. */
  readonly log: () => string;
  /** Ends it; the log is whole when this resolves. */
  stop(): Promise<void>;
}

const builds = {
  standalone: { DIST_DIR: ".next", BUILD_MODE: "standalone" },
  edge: { DIST_DIR: ".next-edge", BUILD_MODE: "vercel" },
} as const;

export type Build = keyof typeof builds;

/** The setting with which an app knows no host but this computer; its log says which others it asked for. */
export const noWayOut = { NODE_OPTIONS: `--import ${new URL("./no-way-out.mjs", import.meta.url)}` };

/** The same, and the app can be weighed. */
export const weighed = {
  NODE_OPTIONS: `${noWayOut.NODE_OPTIONS} --import ${new URL("./weighed.mjs", import.meta.url)}`,
};

/** Answers how many megabytes a weighed app holds. */
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
  const port = await freePort();
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { PATH, HOME, NODE_ENV: "production", PORT: String(port), ...builds[build], ...settings },
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

/** Lets a test use an app with settings of its own, and stops it also when the test fails. */
export async function withApp(settings: Record<string, string>, use: (app: AppServer) => Promise<void>): Promise<void> {
  const app = await startApp("standalone", settings);
  try {
    await use(app);
  } finally {
    await app.stop();
  }
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

/** Answers a port of this computer on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
