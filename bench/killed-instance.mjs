import { execFileSync, fork, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startApp } from "./app-server.mjs";

const adminSecret = "a-secret-of-the-administrator-0123456789";
const instances = 3;
const streams = 500;
const tokens = 150;
/** Milliseconds between two tokens of a reply, so that all replies are under way when an instance is killed. */
const tokenMs = 100;

/**
 * Opens replies through nginx, with the configuration of the profile `scale`, and kills one instance while all are under
 * way. Compares what has arrived with what Redis has counted.
 *
 * @param code a code with a limit of tokens, and `id`, its id in counts
 */
export async function killInstance({ settings, code, id, redisUrl }) {
  const { connectRedis } = await import("../lib/server/usage/redis-connection.ts");
  const { redisUsage } = await import("../lib/server/usage/redis-usage.ts");
  const stops = [];
  try {
    const provider = fork(new URL("./load-upstream.mjs", import.meta.url), [String(tokenMs)]);
    stops.push(() => provider.kill());
    const [BASE_URL] = await once(provider, "message");
    const apps = [];
    for (let index = 0; index < instances; index++) {
      apps.push(await startApp({ ...settings, BASE_URL, REDIS_URL: redisUrl, ADMIN_SECRET: adminSecret }));
      stops.push(apps.at(-1).stop);
    }
    const store = redisUsage(connectRedis(redisUrl, console.error), () => randomBytes(16).toString("hex"));
    stops.push(() => store.close());
    return await compare(apps, await startNginx(apps, stops), { code, id, store });
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

async function compare(apps, nginx, { code, id, store }) {
  const open = Array.from({ length: streams }, () => openReply(`${nginx}/api/openai/v1/chat/completions`, code));
  await Promise.all(open.map(({ begun }) => begun));
  const killed = apps.at(-1);
  const before = await store.used(id);
  const openThere = await openReplies(killed);
  // The server is a process of the one that was started.
  const child = execFileSync("ps", ["-o", "pid=", "--ppid", String(killed.pid)], { encoding: "utf8" });
  process.kill(Number(child), "SIGKILL");
  const ended = await Promise.all(open.map(({ end }) => end));
  const whole = ended.filter(({ count, isEnded }) => isEnded && count === tokens).length;
  const counted = await countedSoon(store, id, whole);
  const used = (await store.used(id)).tokensToday;
  const reserved = before.tokensToday / streams;
  const what = `${streams} replies at ${apps.length} instances behind nginx, one killed`;
  return [
    { name: `replies that the killed instance had open, ${what}`, unit: "", value: openThere },
    {
      name: "replies of the other instances that lost anything",
      unit: "",
      value: streams - openThere - whole,
      bound: 0,
    },
    {
      name: "difference between replies counted and replies whole",
      unit: "",
      value: gap(counted.requests, whole),
      bound: 0,
    },
    {
      name: "tokens counted beyond those of whole replies and those reserved for the killed ones",
      unit: "",
      value: gap(used, counted.tokens + openThere * reserved),
      bound: 0,
    },
  ];
}

function gap(one, other) {
  return Math.abs(one - other);
}

/** Opens a reply. `begun` resolves at its first token, and `end` with what has arrived when it ended or broke off. */
function openReply(address, code) {
  const body = JSON.stringify({
    model: "gpt-4o-mini",
    stream: true,
    max_tokens: 1000,
    messages: [{ role: "user", content: String(tokens) }],
  });
  const headers = { "content-type": "application/json", authorization: `Bearer nk-${code}` };
  let begin;
  const begun = new Promise((resolve) => {
    begin = resolve;
  });
  const end = new Promise((resolve, reject) => {
    const call = request(address, { method: "POST", headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`Status ${response.statusCode}`));
      let text = "";
      response.setEncoding("latin1").on("data", (chunk) => {
        text += chunk;
        begin();
      });
      response.on("close", () => {
        const isEnded = response.complete && text.includes("[DONE]");
        resolve({ count: text.split('"content":"').length - 1, isEnded });
      });
      response.on("error", () => undefined);
    });
    call.on("error", reject);
    call.end(body);
  });
  return { begun: Promise.race([begun, end]), end };
}

/** Returns the number of replies that an instance is relaying. */
async function openReplies({ url }) {
  const response = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${adminSecret}` } });
  return Number(/^parley_open_replies (\d+)$/m.exec(await response.text())[1]);
}

/** Returns the recorded usage, once as many replies are recorded as have ended, or after five seconds. */
async function countedSoon(store, id, whole) {
  for (let wait = 0; ; wait++) {
    const day = new Date().toISOString().slice(0, 10);
    const rows = (await store.readUsage({ from: day, to: day })).filter(({ code }) => code === id);
    const requests = rows.reduce((sum, row) => sum + row.requests, 0);
    const counted = rows.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
    if (requests >= whole || wait === 50) return { requests, tokens: counted };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Starts nginx in the foreground with the repository's configuration. Returns its address. */
async function startNginx(apps, stops) {
  const ports = apps.map(({ url }) => new URL(url).port);
  const folder = mkdtempSync(join(tmpdir(), "parley-nginx-"));
  const port = await freePort();
  const given = readFileSync("deploy/nginx/parley.conf", "utf8").replace("listen 8080;", `listen 127.0.0.1:${port};`);
  const site = ports.reduce((text, each, index) => text.replace(`app-${index + 1}:3000`, `127.0.0.1:${each}`), given);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    [
      `daemon off; worker_processes 1; pid ${folder}/nginx.pid;`,
      `events { worker_connections 4096; } http { access_log off; ${temporary.join(" ")}`,
      site,
      "}",
    ].join("\n"),
  );
  const arguments_ = ["-p", folder, "-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")];
  const child = spawn("/usr/sbin/nginx", arguments_, { stdio: "ignore" });
  const failed = once(child, "error").then(() => {
    throw new Error("nginx is not installed.");
  });
  stops.push(async () => {
    child.kill();
    if (child.exitCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([failed, isUp(`${url}/api/health`)]);
  return url;
}

async function isUp(url) {
  for (let wait = 0; wait < 100; wait++) {
    const { ok } = await fetch(url).catch(() => ({ ok: false }));
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nginx did not start.");
}
