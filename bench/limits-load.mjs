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
/** Processes of the same build differ by up to 15 %, so several are compared. */
const launches = 7;
const rounds = 3;

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
    const startPlain = () => startApp(common);
    const plain = await startPlain();
    stops.push(plain.stop);
    const REDIS_URL = await startRedis(stops);
    const apps = [];
    const startLimited = () => startApp({ ...common, REDIS_URL });
    for (let index = 0; index < instances; index++) apps.push(await startLimited());
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
      await firstByte("resumable replies add", limited, resumable),
      ...(await processorTimes({ startPlain, startLimited, free: free.code, limited: limited.code })),
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

/** Measures the processor time of the app without limits, with limits, and with replies that can be resumed. */
async function processorTimes({ startPlain, startLimited, free, limited }) {
  const found = [];
  for (let launch = 0; launch < launches; launch++) {
    const [plain, withRedis] = [await startPlain(), await startLimited()];
    try {
      const callers = [
        { app: plain, code: free },
        { app: withRedis, code: limited },
        { app: withRedis, code: limited, isResumable: true },
      ];
      found.push(await secondsOfCallers(callers));
    } finally {
      for (const { stop } of [plain, withRedis]) await stop();
    }
  }
  const load = `${streams} replies of ${tokens} tokens`;
  const names = [
    `processor time of the app for 1000 tokens without limits, ${load}`,
    "the same with limits and Redis",
    "the same with replies that can be resumed",
  ];
  const pairs = `${launches} pairs of processes`;
  return [
    ...names.map((name, caller) => ({
      name,
      ...rounded(
        found.map((each) => perThousand(each[caller])),
        " ms",
      ),
    })),
    { name: `processor time that limits add, ${pairs}`, ...rounded(addedBy(1, found), " %"), bound: 10 },
    { name: `processor time that resumable replies add, ${pairs}`, ...rounded(addedBy(2, found), " %"), bound: 10 },
  ];
}

/** Returns the processor time of each caller's replies, in seconds of a round. */
async function secondsOfCallers(callers) {
  const seconds = callers.map(() => 0);
  for (let round = 0; round <= rounds; round++) {
    // Other work of the machine affects all in the same way, if they take turns in being first.
    for (let turn = 0; turn < callers.length; turn++) {
      const index = (round + turn) % callers.length;
      const { pid } = callers[index].app;
      const before = cpuSecondsOf(pid);
      await readReplies(callers[index]);
      // The first round compiles the code.
      if (round > 0) seconds[index] += (cpuSecondsOf(pid) - before) / rounds;
    }
  }
  return seconds;
}

const perThousand = (seconds) => (1000 * 1000 * seconds) / (streams * tokens);

/** Returns what a caller needs more than the one before it in each launch, in percent. */
function addedBy(caller, found) {
  return found.map((seconds) => 100 * (seconds[caller] / seconds[caller - 1] - 1));
}

/** Returns the median and the spread of values, to a tenth of the unit. */
function rounded(values, unit) {
  const round = (number) => Math.round(10 * number) / 10;
  const { value, spread } = medianOf(values);
  return { value: round(value), spread: spread.map(round), unit };
}

async function readReplies({ app, code, isResumable }) {
  const client = fork(new URL("./load-client.mjs", import.meta.url), [
    `${app.url}/api/openai/v1/chat/completions`,
    ...[streams, tokens, code, isResumable ? "resumable" : ""].map(String),
  ]);
  const [read] = await once(client, "message");
  if (read.tokens !== streams * tokens) throw new Error(`${read.tokens} tokens arrived of ${streams * tokens}.`);
}

/** Returns the processor time of a process and its descendants, in seconds. */
function cpuSecondsOf(pid) {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(name));
  const family = new Set([pid]);
  // Iterating over a set includes members that are added meanwhile.
  for (const member of family) for (const each of processes) if (each.parent === member) family.add(each.pid);
  return processes.filter((each) => family.has(each.pid)).reduce((sum, { pid: id }) => sum + threadSecondsOf(id), 0);
}

function statOf(name) {
  try {
    const [, parent] = readFileSync(`/proc/${name}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return [{ pid: Number(name), parent: Number(parent) }];
  } catch {
    return [];
  }
}

/** Returns the processor time of a process's threads in seconds, which the kernel counts in nanoseconds. */
function threadSecondsOf(pid) {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return sum + Number(nanoseconds) / 1e9;
  }, 0);
}
