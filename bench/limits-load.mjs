import { fork, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { freePort, startApp } from "./app-server.mjs";
import { medianOf } from "./browser.mjs";
import { killInstance } from "./killed-instance.mjs";

const secret = "the secret of the benchmark, 0123456789".replace(",", "");
const instances = 3;
const limit = 100;
const callsAtOnce = 1000;
const firstBytes = 400;
const warmUpCalls = 100;
const streams = 50;
const tokens = 1000;
const rounds = 9;
/** Clock ticks of the kernel in a second (`getconf CLK_TCK`). */
const ticksPerSecond = 100;

/**
 * Measures limits of access codes with a redis-server: calls of three instances at once, and the cost for a reply. The
 * same calls without limits and Redis are made in turns.
 */
export async function limitsLoad() {
  const { signCode } = await import("../lib/server/codes/signed-code.ts");
  const codeWith = (id, rights) =>
    signCode({ id, issued: Math.floor(Date.now() / 1000), rights: { features: [], ...rights } }, secret);
  const stops = [];
  try {
    const provider = fork(new URL("./load-upstream.mjs", import.meta.url), ["1"]);
    stops.push(() => provider.kill());
    const [BASE_URL] = await once(provider, "message");
    const common = { OPENAI_API_KEY: "sk-bench", BASE_URL, CODE_SECRET: secret };
    const plain = await startApp(common);
    stops.push(plain.stop);
    const REDIS_URL = await startRedis(stops);
    const apps = [];
    for (let index = 0; index < instances; index++) apps.push(await startApp({ ...common, REDIS_URL }));
    stops.push(...apps.map(({ stop }) => stop));
    const passed = await burst(apps, codeWith("burst", { perMinute: limit }));
    if (passed !== limit) throw new Error(`${passed} calls passed in place of ${limit}.`);
    const free = { app: plain, code: codeWith("free", {}) };
    const rights = { perMinute: 100_000, atOnce: 1000, tokensPerDay: 1e12, tokensPerMonth: 1e12, moneyPerMonth: 1e9 };
    const limited = { app: apps[0], code: codeWith("limited", rights) };
    const resumable = { ...limited, isResumable: true };
    return [
      {
        name: `calls that pass of ${callsAtOnce} at once at ${instances} instances, limit ${limit}`,
        unit: "",
        value: passed,
        bound: limit,
      },
      await firstByte("limits add", free, limited),
      ...(await processorTime("limits", "limits and Redis", free, limited)),
      await firstByte("resumable replies add", limited, resumable),
      ...(await processorTime("resumable replies", "replies that can be resumed", limited, resumable)),
      ...(await killInstance({
        settings: common,
        redisUrl: REDIS_URL,
        id: "signed streams",
        code: codeWith("streams", { atOnce: 1000, tokensPerDay: 1e12 }),
      })),
    ];
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

async function startRedis(stops) {
  const port = await freePort();
  const child = spawn("redis-server", ["--port", port, "--bind", "127.0.0.1", "--save", ""], { stdio: "ignore" });
  stops.push(() => child.kill());
  await new Promise((resolve, reject) => {
    child.on("error", () => reject(new Error("redis-server is not installed.")));
    setTimeout(resolve, 500);
  });
  return `redis://127.0.0.1:${port}`;
}

function ask({ url }, code, { tokenCount = 1, isResumable = false } = {}) {
  const messages = [{ role: "user", content: String(tokenCount) }];
  return fetch(`${url}/api/openai/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer nk-${code}`, ...(isResumable && replyKey()) },
    body: JSON.stringify({ model: "gpt-4o-mini", stream: true, messages }),
  });
}

/** Returns the header with which a reply is stored. */
function replyKey() {
  const random = (bytes) => randomBytes(bytes).toString("base64url");
  return { "x-reply-key": `${random(16)}.${random(32)}` };
}

/** Returns the number of calls that pass. */
async function burst(apps, code) {
  const calls = Array.from({ length: callsAtOnce }, async (_, index) => {
    const { status, body } = await ask(apps[index % apps.length], code);
    await body?.cancel();
    return status;
  });
  const statuses = await Promise.all(calls);
  if (statuses.some((status) => status !== 200 && status !== 429)) throw new Error(`Statuses: ${new Set(statuses)}`);
  return statuses.filter((status) => status === 200).length;
}

async function firstByte(what, free, limited) {
  const times = { free: [], limited: [] };
  for (let call = 0; call < warmUpCalls + firstBytes; call++) {
    const [one, other] = call % 2 === 0 ? ["free", "limited"] : ["limited", "free"];
    for (const kind of [one, other]) times[kind].push(await firstByteOf(kind === "free" ? free : limited));
  }
  const differences = times.limited.map((time, index) => time - times.free[index]).slice(warmUpCalls);
  const { value, spread } = medianOf(differences);
  const round = (number) => Math.round(100 * number) / 100;
  return {
    name: `time that ${what} to the first byte, ${firstBytes} calls`,
    unit: " ms",
    bound: 1,
    value: round(value),
    spread: spread.map(round),
  };
}

async function firstByteOf({ app, code, isResumable }) {
  const startedAt = performance.now();
  const { status, body } = await ask(app, code, { isResumable });
  if (status !== 200) throw new Error(`Status ${status}`);
  const reader = body.getReader();
  await reader.read();
  const took = performance.now() - startedAt;
  while (!(await reader.read()).done);
  return took;
}

async function processorTime(what, withWhat, free, limited) {
  const seconds = { free: [], limited: [] };
  for (let round = 0; round <= rounds; round++) {
    const callers = Object.entries({ free, limited });
    // Other work of the machine affects both in the same way, if they take turns in being first.
    for (const [kind, caller] of round % 2 === 0 ? callers : callers.toReversed()) {
      const before = cpuSecondsOf(caller.app.pid);
      await readReplies(caller);
      // The first round compiles the code.
      if (round > 0) seconds[kind].push(cpuSecondsOf(caller.app.pid) - before);
    }
  }
  const perThousand = (each) => (1000 * 1000 * medianOf(each).value) / (streams * tokens);
  const [without, withLimits] = [perThousand(seconds.free), perThousand(seconds.limited)];
  const round = (number) => Math.round(10 * number) / 10;
  const added = medianOf(seconds.limited.map((each, index) => 100 * (each / seconds.free[index] - 1)));
  const load = `${streams} replies of ${tokens} tokens`;
  return [
    { name: `processor time of the app for 1000 tokens without ${what}, ${load}`, unit: " ms", value: round(without) },
    { name: `the same with ${withWhat}`, unit: " ms", value: round(withLimits) },
    {
      name: `processor time that ${what} add, ${rounds} pairs of runs`,
      unit: " %",
      value: round(added.value),
      spread: added.spread.map(round),
      bound: 10,
    },
  ];
}

async function readReplies({ app, code, isResumable }) {
  const client = fork(new URL("./load-client.mjs", import.meta.url), [
    `${app.url}/api/openai/v1/chat/completions`,
    ...[streams, tokens, code, isResumable ? "resumable" : ""].map(String),
  ]);
  const [read] = await once(client, "message");
  if (read.tokens !== streams * tokens) throw new Error(`${read.tokens} tokens arrived of ${streams * tokens}.`);
}

/** Returns the processor time of a process and its descendants, to a hundredth of a second. */
function cpuSecondsOf(pid) {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(name));
  const family = new Set([pid]);
  // Iterating over a set includes members that are added meanwhile.
  for (const member of family) for (const each of processes) if (each.parent === member) family.add(each.pid);
  return processes.filter((each) => family.has(each.pid)).reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond;
}

function statOf(name) {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
  } catch {
    return [];
  }
}
