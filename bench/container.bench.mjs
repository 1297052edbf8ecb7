import { execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./app-server.mjs";
import { medianOf } from "./browser.mjs";
import { usageOf } from "./process-usage.mjs";

const starts = 5;
/** Replies that many users read at once, at the pace of a typical model. */
const crowd = { streams: 500, tokensPerSecond: 20, tokens: 200, rounds: 2 };
/** A day of a busy team: as many events as possible, in rounds. `SOAK_EVENTS=200000` makes a short run. */
const day = { streams: 200, tokensPerSecond: 100, tokens: 500, events: Number(process.env.SOAK_EVENTS || 2_000_000) };
const mebibyte = 2 ** 20;

/**
 * Measures the server as the container runs it: its folder copied elsewhere, the image's command, settings only from
 * the environment. The soak test streams a day's events as fast as possible.
 */
export default async function container() {
  const folder = mkdtempSync(join(tmpdir(), "container-"));
  cpSync(".next/standalone", folder, { recursive: true });
  try {
    const settings = { OPENAI_API_KEY: "sk-bench", BASE_URL: "http://127.0.0.1:9" };
    const started = await coldStarts(folder, settings);
    const idle = await withServer(folder, settings, async ({ pid }) => {
      await delay(3000);
      return usageOf(pid).megabytes;
    });
    const busy = await roundsOf(folder, crowd, crowd.rounds);
    const events = day.streams * day.tokens;
    const soaked = await roundsOf(folder, day, Math.max(4, Math.round(day.events / events)));
    return [
      {
        name: `first answer after a cold start, ${starts} starts`,
        unit: " ms",
        value: Math.round(started.value),
        spread: started.spread.map(Math.round),
        bound: 1000,
      },
      { name: "memory at rest", unit: " MB", value: Math.round(idle), bound: 120 },
      {
        name: `memory with ${crowd.streams} replies at once`,
        unit: " MB",
        value: Math.round(Math.max(...busy)),
        bound: 300,
      },
      {
        name: `growth of memory over ${(soaked.length * events).toLocaleString("en")} events`,
        unit: " MB",
        value: Math.max(0, Math.round(growthOf(soaked))),
        bound: 20,
      },
      { name: "the image, unpacked", unit: " MB", value: Math.round(imageBytes(folder) / mebibyte), bound: 200 },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function coldStarts(folder, settings) {
  const times = [];
  for (let start = 0; start < starts; start++) {
    times.push(await withServer(folder, settings, async ({ startedIn }) => startedIn));
  }
  return medianOf(times);
}

/** Reads replies from one server in rounds. Returns its maximum memory in each. */
async function roundsOf(folder, { streams, tokensPerSecond, tokens }, rounds) {
  const provider = fork(new URL("./load-upstream.mjs", import.meta.url), [String(1000 / tokensPerSecond)]);
  try {
    const [url] = await once(provider, "message");
    return await withServer(folder, { OPENAI_API_KEY: "sk-bench", BASE_URL: url }, async (server) => {
      const highest = [];
      for (let round = 0; round < rounds; round++) highest.push(await readReplies(server, streams, tokens));
      return highest;
    });
  } finally {
    provider.kill();
  }
}

/** Compares the last quarter of the rounds with the one before the middle: the first rounds fill caches. */
function growthOf(highest) {
  const quarter = Math.floor(highest.length / 4);
  const mean = (from) => highest.slice(from, from + quarter).reduce((sum, value) => sum + value, 0) / quarter;
  return mean(highest.length - quarter) - mean(quarter);
}

/** Returns the size of the image's contents (Dockerfile): the server, Node, and the libraries that Node loads. */
function imageBytes(folder) {
  const libraries = execFileSync("ldd", [process.execPath], { encoding: "utf8" }).match(/\/lib\S*/g);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = [process.execPath, ...libraries, ...files.map(({ parentPath, name }) => join(parentPath, name))];
  return paths.reduce((sum, path) => sum + statSync(path).size, 0);
}

/** The image's command without the program itself. */
const [, ...command] = JSON.parse(/^CMD (\[.*\])$/m.exec(readFileSync("Dockerfile", "utf8"))[1]);

async function withServer(folder, settings, use) {
  const server = await startServer(folder, settings);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

async function startServer(folder, settings) {
  const port = await freePort();
  const { PATH } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { PATH, NODE_ENV: "production", HOSTNAME: "127.0.0.1", PORT: String(port), ...settings },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const isUp = await fetch(`${url}/api/config`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) {
      const stop = () => {
        child.kill("SIGTERM");
        return ended;
      };
      return { url, pid: child.pid, startedIn: performance.now() - startedAt, stop };
    }
    await delay(5);
  }
  throw new Error("The server ended before it answered.");
}

/** Reads replies with many clients. Returns the server's maximum memory meanwhile. */
async function readReplies({ url, pid }, streams, tokens) {
  const address = `${url}/api/openai/v1/chat/completions`;
  const client = fork(new URL("./load-client.mjs", import.meta.url), [address, String(streams), String(tokens)]);
  let highest = 0;
  const watch = setInterval(() => {
    highest = Math.max(highest, usageOf(pid).megabytes);
  }, 1000);
  const failed = once(client, "exit").then(() => {
    throw new Error("The clients failed.");
  });
  const [read] = await Promise.race([once(client, "message"), failed]);
  clearInterval(watch);
  if (read.tokens !== streams * tokens) throw new Error(`${read.tokens} tokens arrived of ${streams * tokens}.`);
  return highest;
}

function delay(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
