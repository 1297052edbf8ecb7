import { fork } from "node:child_process";
import { once } from "node:events";
import { startApp } from "./app-server.mjs";
import { usageOf } from "./process-usage.mjs";

const streams = 200;
const tokensPerSecond = 100;
const seconds = 15;
const warmUpSeconds = 5;

/**
 * Measures the relay with many replies at once. The provider, the app and the clients are separate processes with a
 * shared clock. The delay of tokens without the relay shows how much of it the computer causes.
 */
export async function manyReplies() {
  const provider = fork(new URL("./load-upstream.mjs", import.meta.url), [String(1000 / tokensPerSecond)]);
  const [url] = await once(provider, "message");
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: url });
  const relay = `${app.url}/api/openai`;
  try {
    const direct = await readReplies(url, warmUpSeconds);
    await readReplies(relay, warmUpSeconds);
    const before = [usageOf(app.pid), usageOf(provider.pid)];
    const reading = readReplies(relay, seconds);
    // Memory is compared while all replies are streaming.
    const [early, late] = [await usageIn(warmUpSeconds, app), await usageIn(seconds - warmUpSeconds - 1, app)];
    const relayed = await reading;
    const after = [usageOf(app.pid), usageOf(provider.pid)];
    const busy = after.map(({ cpuSeconds }, index) => cpuSeconds - before[index].cpuSeconds);
    const load = `${streams} replies of ${tokensPerSecond} tokens a second`;
    return [
      { name: `delay of a token, ${load}, median`, unit: " ms", value: tenths(relayed.median) },
      { name: `delay of a token, ${load}, 99 of 100`, unit: " ms", value: tenths(relayed.latePart) },
      { name: `delay of a token, ${load}, longest`, unit: " ms", value: tenths(relayed.latest), bound: 100 },
      { name: "the same without the relay, longest", unit: " ms", value: tenths(direct.latest) },
      {
        name: `memory of the app from second ${warmUpSeconds} to ${seconds - 1}, growth`,
        unit: " MB",
        value: tenths(late.megabytes - early.megabytes),
        bound: 20,
      },
      ...[
        ["app", busy[0]],
        ["provider", busy[1]],
        ["clients", relayed.cpuSeconds],
      ].map(([name, cpuSeconds]) => ({
        name: `processor time of the ${name}, of one core`,
        unit: " %",
        value: Math.round((100 * cpuSeconds) / seconds),
      })),
    ];
  } finally {
    await app.stop();
    provider.kill();
  }
}

/** Reads replies with many clients; throws if a token is missing. */
async function readReplies(address, forSeconds) {
  const tokens = forSeconds * tokensPerSecond;
  const client = fork(new URL("./load-client.mjs", import.meta.url), [
    `${address}/v1/chat/completions`,
    String(streams),
    String(tokens),
  ]);
  const failed = once(client, "exit").then(() => {
    throw new Error("The clients failed.");
  });
  const [read] = await Promise.race([once(client, "message"), failed]);
  if (read.tokens !== streams * tokens) throw new Error(`${read.tokens} tokens arrived of ${streams * tokens}.`);
  return read;
}

async function usageIn(inSeconds, { pid }) {
  await new Promise((resolve) => setTimeout(resolve, inSeconds * 1000));
  return usageOf(pid);
}

function tenths(number) {
  return Math.round(number * 10) / 10;
}
