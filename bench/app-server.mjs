import { spawn } from "node:child_process";
import { createServer } from "node:net";

/** Returns a free port of this computer. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts the built standalone app with the given settings on a free port. Returns its address, its process and a
 * function that stops it.
 */
export async function startApp(settings = {}) {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: "production", PORT: String(port), ...settings };
  const child = spawn(process.execPath, ["scripts/start.mjs"], { env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const isUp = await fetch(`${url}/api/config`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return { url, pid: child.pid, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The app ended before it answered.");
}
