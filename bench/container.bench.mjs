import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./app-server.mjs";
import { medianOf } from "./browser.mjs";
import { usageOf } from "./process-usage.mjs";

const starts = 5;
const streams = 500;
const tokensPerSecond = 20;
const seconds = 10;
/** Each round passes this many events through; a day of a busy team is two million of them. */
const rounds = 4;
const dayEvents = 2_000_000;

/**
 * Measures the server as the container runs it: its folder copied to another place, the command of the image, settings from
 * the environment alone. The soak passes a part of a day's events through, and tells what its growth would come to.
 */
export default async function container() {
  const folder = mkdtempSync(join(tmpdir(), "container-"));
  cpSync(".next/standalone", folder, { recursive: true });
  const provider = fork(new URL("./load-upstream.mjs", import.meta.url), [String(1000 / tokensPerSecond)]);
  const [url] = await once(provider, "message");
  const settings = { OPENAI_API_KEY: "sk-bench", BASE_URL: url };
  try {
    const times = [];
    for (let start = 0; start < starts; start++) {
      const server = await startServer(folder, settings);
      times.push(server.startedIn);
      await server.stop();
    }
    const started = medianOf(times);
    const server = await startServer(folder, settings);
    await delay(3000);
    const idle = usageOf(server.pid).megabytes;
    const highest = [];
    try {
      for (let round = 0; round < rounds; round++) highest.push(await readReplies(server));
    } finally {
      await server.stop();
    }
    // The first rounds fill what stays filled.
    const perEvent = (highest.at(-1) - highest[1]) / ((rounds - 2) * streams * seconds * tokensPerSecond);
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
        name: `memory with ${streams} replies at once`,
        unit: " MB",
        value: Math.round(Math.max(...highest)),
        bound: 300,
      },
      {
        name: `growth between rounds of ${(streams * seconds * tokensPerSecond).toLocaleString("en")} events`,
        unit: " MB",
        value: Math.round((highest.at(-1) - highest[1]) / (rounds - 2)),
        bound: 20,
      },
      {
        name: `the same for ${dayEvents.toLocaleString("en")} events, extrapolated`,
        unit: " MB",
        value: Math.max(0, Math.round(perEvent * dayEvents)),
      },
    ];
  } finally {
    provider.kill();
    rmSync(folder, { recursive: true });
  }
}

/** What the image runs, without the program itself. */
const [, ...command] = JSON.parse(/^CMD (\[.*\])$/m.exec(readFileSync("Dockerfile", "utf8"))[1]);

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

/** Has clients read their replies to the end; answers the most memory that the server held meanwhile. */
async function readReplies({ url, pid }) {
  const tokens = seconds * tokensPerSecond;
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
