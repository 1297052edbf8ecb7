/** @jest-environment node */

import { sha256Hex } from "@/lib/providers/sha256";
import {
  newResumableReply,
  type ResumableReply,
  replyFromHeader,
  replyIdHeader,
  replyKeyHeader,
  replyKeyText,
} from "@/lib/resuming/resumable-reply";
import { createResumingEnvironment } from "@/lib/resuming/resuming-fetch";
import { serverEnvironment } from "@/lib/server/environment";
import { relayRoute } from "@/lib/server/relay-route";
import { openReplies } from "@/lib/server/replies/open-replies";
import { repliesRoute } from "@/lib/server/replies/replies-route";
import { requireOwner } from "@/lib/server/replies/reply-owner";
import { takeReader } from "@/lib/server/replies/reply-readers";
import { redisReplies, replyLimits } from "@/lib/server/replies/reply-store";
import { connectRedis } from "@/lib/server/usage/redis-connection";
import type { Variables } from "@/lib/server/variables";
import { type RedisPeer, startRedis, startUpstashFront, upstashToken } from "../../../support/redis-peer";
import { testServer } from "../../../support/test-server";

let redis: RedisPeer;

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(() => redis.stop());

const delta = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const ending = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 50 } })}\n\ndata: [DONE]\n\n`;

/** A provider whose replies are written by the test. */
function startProvider() {
  const calls: {
    signal: AbortSignal | undefined;
    headers: Headers;
    write(text: string): void;
    end(): void;
    fail(): void;
  }[] = [];
  const fetch = async (_url: string, init: RequestInit = {}): Promise<Response> => {
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(each) {
        controller = each;
      },
    });
    const signal = init.signal ?? undefined;
    signal?.addEventListener("abort", () => controller.error(signal.reason));
    calls.push({
      signal,
      headers: new Headers(init.headers),
      write: (text) => controller.enqueue(encoder.encode(text)),
      end: () => controller.close(),
      fail: () => controller.error(new TypeError("broken")),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  return { calls, fetch };
}

const variables = () => ({ ACME_API_KEY: "sk-server", CODE: "harbour,lighthouse", REDIS_URL: redis.url });

function startServer(provider: ReturnType<typeof startProvider>, given: Variables = {}, env = serverEnvironment) {
  return testServer({ ...env, fetch: provider.fetch }, { ...variables(), ...given });
}

type Server = ReturnType<typeof testServer>;

/** A browser whose calls reach the servers through connections that the test can break. */
function startBrowser(servers: { relay: Server; replies: Server }, code = "harbour", resumed?: ResumableReply) {
  let isOnline = true;
  const connections = new Set<{ cut(): void }>();
  const sent: string[] = [];
  async function fetch(url: string, init: RequestInit = {}): Promise<Response> {
    sent.push(init.method ?? "GET");
    if (!isOnline) throw new TypeError("offline");
    const caller = new AbortController();
    init.signal?.addEventListener("abort", () => caller.abort());
    const headers = new Headers(init.headers);
    const request = new Request(`http://chat.example${url}`, {
      method: init.method ?? "GET",
      headers,
      signal: caller.signal,
      ...(init.method === "POST" && { body: String(init.body) }),
    });
    const answered = url.startsWith("/api/replies")
      ? repliesRoute(request, servers.replies)
      : relayRoute(request, "acme", ["v1", "chat", "completions"], servers.relay);
    let cut = () => caller.abort();
    connections.add({ cut: () => cut() });
    const response = await answered;
    if (caller.signal.aborted) throw new TypeError("network");
    if (!response.body) return response;
    const reader = response.body.getReader();
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await reader.read();
          if (value) controller.enqueue(value);
          if (done) controller.close();
        },
        cancel: () => void caller.abort(),
        start(controller) {
          cut = () => {
            caller.abort();
            controller.error(new TypeError("network"));
            reader.cancel().catch(() => undefined);
          };
          init.signal?.addEventListener("abort", () => cut());
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { status: response.status, headers: response.headers });
  }
  const begun: ResumableReply[] = [];
  const headers = { authorization: `Bearer nk-${code}` };
  const resuming = createResumingEnvironment({
    env: { ...serverEnvironment, fetch },
    url: "/api/replies",
    headers,
    resumed,
    mayFinish: () => false,
    onBegin: (reply) => begun.push(reply),
    onEnd: () => undefined,
  });
  const ask = (signal?: AbortSignal) =>
    resuming.fetch("/api/acme/v1/chat/completions", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ model: "gpt-4", messages: [{ role: "user", content: "tide" }], stream: true }),
      ...(signal && { signal }),
    });
  return {
    ask,
    begun,
    sent,
    cutAll() {
      for (const { cut } of connections) cut();
    },
    setOnline(next: boolean) {
      isOnline = next;
    },
  };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isTrue()); tries++) {
    if (tries > 400) throw new Error("It never happened.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Calls the relay with the given headers, and returns the response with the function that breaks its connection. */
async function call(server: Server, headers: Record<string, string>) {
  const caller = new AbortController();
  const request = new Request("http://chat.example/api/acme/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer nk-harbour", ...headers },
    body: JSON.stringify({ model: "gpt-4", messages: [], stream: true }),
    signal: caller.signal,
  });
  const response = await relayRoute(request, "acme", ["v1", "chat", "completions"], server);
  return { response, leave: () => caller.abort() };
}

function resume(
  server: Server,
  id: string,
  { method = "GET", code = "harbour", from = 0, ...headers }: Record<string, string | number> = {},
) {
  const request = new Request("http://chat.example/api/replies", {
    method: String(method),
    headers: {
      authorization: `Bearer nk-${code}`,
      [replyIdHeader]: id,
      [replyFromHeader]: String(from),
      ...(headers as Record<string, string>),
    },
  });
  return repliesRoute(request, server);
}

const keyed = (reply: ResumableReply, mayFinish = false) => ({
  [replyKeyHeader]: replyKeyText({ ...reply, mayFinish }),
});
const today = () => new Date().toISOString().slice(0, 10);

async function rowsOf(server: Server) {
  return (await server.usage.store()).readUsage({ from: today(), to: today() });
}

test("a reply goes on at another instance after its connection broke, byte for byte, and is counted once", async () => {
  await redis.command("FLUSHALL");
  const provider = startProvider();
  const [one, two] = [startServer(provider), startServer(provider)];
  const browser = startBrowser({ relay: one, replies: two });
  const response = await browser.ask();
  const text = response.text();
  await until(() => provider.calls.length === 1);
  provider.calls[0]?.write(delta("The tide "));
  await new Promise((resolve) => setTimeout(resolve, 100));
  browser.setOnline(false);
  browser.cutAll();
  provider.calls[0]?.write(delta("comes in "));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  browser.setOnline(true);
  provider.calls[0]?.write(delta("and goes out."));
  await new Promise((resolve) => setTimeout(resolve, 500));
  provider.calls[0]?.write(ending);
  provider.calls[0]?.end();
  expect(await text).toBe(delta("The tide ") + delta("comes in ") + delta("and goes out.") + ending);
  expect(provider.calls.map(({ signal, headers }) => [signal?.aborted, headers.has(replyKeyHeader)])).toEqual([
    [false, false],
  ]);
  await until(async () => (await rowsOf(two)).length === 1);
  expect(await rowsOf(two)).toMatchObject([{ requests: 1, inputTokens: 100, outputTokens: 50, isEstimated: false }]);
  // The stored pieces are deleted when the browser has all of them.
  await until(async () => ((await redis.command("KEYS", "*replies}:[rp]*")) as string[]).length === 0);
});

test("a later page reads the whole reply with the stored key, and a stop there ends the provider's response", async () => {
  const provider = startProvider();
  const [one, two] = [startServer(provider), startServer(provider)];
  const page = startBrowser({ relay: one, replies: one });
  void page
    .ask()
    .then((response) => response.text())
    .catch(() => undefined);
  await until(() => provider.calls.length === 1);
  provider.calls[0]?.write(delta("The tide "));
  await new Promise((resolve) => setTimeout(resolve, 400));
  page.setOnline(false);
  page.cutAll();

  const reloaded = startBrowser({ relay: two, replies: two }, "harbour", page.begun[0]);
  const stop = new AbortController();
  const response = await reloaded.ask(stop.signal);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(delta("The tide "));
  provider.calls[0]?.write(delta("comes in "));
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(delta("comes in "));
  expect(reloaded.sent).toEqual(["GET"]);
  stop.abort();
  await until(() => provider.calls[0]?.signal?.aborted === true);
  expect(provider.calls).toHaveLength(1);
  const id = page.begun[0]?.id ?? "";
  await until(async () => (await redis.command("EXISTS", `{parley-replies}:pieces:${id}`)) === 0);
});

test("the store has neither text nor key, and nothing for longer than ten minutes @W13.1", async () => {
  await redis.command("FLUSHALL");
  const provider = startProvider();
  const server = startServer(provider);
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  provider.calls[0]?.write(delta("lighthouse keeper"));
  await until(async () => (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2);
  const keys = (await redis.command("KEYS", "*")) as string[];
  const all: unknown[] = [];
  for (const key of keys) {
    const type = await redis.command("TYPE", key);
    if (type === "string") all.push(await redis.command("GET", key));
    if (type === "hash") all.push(await redis.command("HGETALL", key));
    if (type === "zset") all.push(await redis.command("ZRANGE", key, "0", "-1"));
  }
  const stored = JSON.stringify([keys, all]);
  for (const secret of [reply.key, "lighthouse", "harbour", "sk-server"]) expect(stored).not.toContain(secret);
  for (const key of [`{parley-replies}:reply:${reply.id}`, `{parley-replies}:pieces:${reply.id}`]) {
    const leftMs = Number(await redis.command("PTTL", key));
    expect(leftMs).toBeGreaterThan(590_000);
    expect(leftMs).toBeLessThanOrEqual(600_000);
  }
  provider.calls[0]?.end();
});

test("only the holder of the same code can read or stop a reply; others learn nothing @W13.3", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  provider.calls[0]?.write(delta("The tide "));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const unknown = newResumableReply().id;
  const outcome = async (answer: Promise<Response>) => {
    const { status, text } = await answer.then(async (each) => ({ status: each.status, text: await each.text() }));
    return [status, text];
  };
  const absent = await outcome(resume(server, unknown));
  expect(absent[0]).toBe(404);
  expect(await outcome(resume(server, reply.id, { code: "lighthouse" }))).toEqual(absent);
  expect(await outcome(resume(server, reply.id, { code: "lighthouse", method: "DELETE" }))).toEqual(absent);
  // An own key is another identity.
  expect(await outcome(resume(server, reply.id, { authorization: "Bearer sk-own" }))).toEqual(absent);
  expect((await outcome(resume(server, reply.id, { code: "wrong" })))[0]).toBe(401);
  expect((await outcome(resume(server, "../../etc")))[0]).toBe(400);
  expect((await outcome(resume(server, reply.id, { from: "-1" })))[0]).toBe(400);
  expect(provider.calls[0]?.signal?.aborted).toBe(false);
  expect((await resume(server, reply.id, { method: "DELETE" })).status).toBe(204);
  await until(() => provider.calls[0]?.signal?.aborted === true);
  expect(await outcome(resume(server, reply.id))).toEqual(absent);
});

test("an id is used once: a second call with it is answered, but stores nothing and cannot be read @W13.3", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const reply = newResumableReply();
  const first = await call(server, keyed(reply));
  void first.response.text().catch(() => undefined);
  provider.calls[0]?.write(delta("first"));
  await until(async () => (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2);
  const second = await call(server, {
    ...keyed({ ...reply, key: newResumableReply().key }),
    authorization: "Bearer nk-lighthouse",
  });
  const text = second.response.text();
  provider.calls[1]?.write(delta("second"));
  provider.calls[1]?.end();
  expect(await text).toBe(delta("second"));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)).toBe(2);
  provider.calls[0]?.end();
});

/** Moves the server's clock on, and lets the store answer between the steps. */
async function advance(clock: { ms: number }, ms: number, stepMs = 1000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.ms += stepMs;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** An environment whose delays end when its clock was moved on. */
function movedClock() {
  const clock = { ms: Date.now() };
  const env = {
    ...serverEnvironment,
    now: () => clock.ms,
    async delay(ms: number, signal?: AbortSignal) {
      const end = clock.ms + ms;
      while (clock.ms < end && !signal?.aborted) await new Promise((resolve) => setTimeout(resolve, 3));
    },
  };
  return { clock, env };
}

test.each([
  ["ends after a minute", false, true],
  ["goes on if the user wants that", true, false],
])("a reply that nobody reads %s @W13.4", async (_name, mayFinish, isAborted) => {
  const provider = startProvider();
  const { clock, env } = movedClock();
  const server = startServer(provider, {}, env);
  const reply = newResumableReply();
  const { response, leave } = await call(server, keyed(reply, mayFinish));
  await advance(clock, 5000);
  leave();
  response.body?.cancel().catch(() => undefined);
  await advance(clock, 55_000);
  expect(provider.calls[0]?.signal?.aborted).toBe(false);
  await advance(clock, 10_000);
  expect(provider.calls[0]?.signal?.aborted).toBe(isAborted);
  if (isAborted) return;
  provider.calls[0]?.write(delta("late"));
  await until(async () => {
    await advance(clock, 1000);
    return (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2;
  });
  provider.calls[0]?.end();
  await advance(clock, 3000);
});

test("without a key in the call, with an invalid one, or without a store, a caller that leaves ends the reply as before", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const storeless = startServer(provider, { REDIS_URL: "" });
  const cases = [
    [server, {}],
    [server, { [replyKeyHeader]: "short" }],
    [storeless, keyed(newResumableReply())],
  ] as const;
  for (const [each, headers] of cases) {
    const { leave } = await call(each, headers);
    leave();
    expect(provider.calls.at(-1)?.signal?.aborted).toBe(true);
  }
  expect(storeless.replies).toBeUndefined();
  expect((await resume(storeless, newResumableReply().id)).status).toBe(404);
});

test("a provider's response that breaks off, and a refusal, are passed on as before", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  const text = response.text();
  provider.calls[0]?.write(delta("The tide "));
  provider.calls[0]?.fail();
  await expect(text).rejects.toThrow();
  // The pieces until then can still be read, without an end.
  await until(async () => (await redis.command("HGET", `{parley-replies}:reply:${reply.id}`, "state")) === "gone");
  const lines = (await (await resume(server, reply.id)).text()).trim().split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([3, "over"]);

  const refused = newResumableReply();
  const { response: refusal } = await call(server, { ...keyed(refused), authorization: "Bearer nk-wrong" });
  expect(refusal.status).toBe(401);
  expect(await redis.command("EXISTS", `{parley-replies}:reply:${refused.id}`)).toBe(0);
});

test("a reply longer than its limit, and one whose store is down, reach the caller but cannot be resumed @W13.5", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  const text = response.text();
  const long = "a".repeat(1_000_000);
  for (let count = 0; count < 7; count++) {
    provider.calls[0]?.write(long);
    // 15 whole pieces of each part at least, until the limit is reached and all are deleted.
    await until(async () => {
      const pieces = Number(await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`));
      return pieces > 15 * (count + 1) || (pieces === 0 && count > 4);
    });
  }
  await until(async () => (await redis.command("EXISTS", `{parley-replies}:pieces:${reply.id}`)) === 0);
  provider.calls[0]?.end();
  expect((await text).length).toBe(7_000_000);
  expect((await resume(server, reply.id)).status).toBe(404);
}, 20_000);

test("limits of bytes per caller hold for all instances together @W13.5", async () => {
  await redis.command("FLUSHALL");
  const limits = { replyBytes: 1000, ownerBytes: 1500, ownKeysBytes: 1500, allBytes: 2500 };
  const connections = [connectRedis(redis.url, () => undefined), connectRedis(redis.url, () => undefined)];
  const [one, two] = connections.map((each) => redisReplies(each, Date.now, limits));
  if (!one || !two) throw new Error("Two stores.");
  const piece = { end: 2, text: "0".repeat(700) };
  const ids = Array.from({ length: 5 }, () => newResumableReply().id);
  const ada = { digest: "ada", quota: "ada" };
  const bob = { digest: "bob", quota: "bob" };
  const results: string[] = [];
  for (const [index, owner] of [ada, ada, ada, bob, bob].entries()) {
    const store = index % 2 === 0 ? one : two;
    const id = ids[index] ?? "";
    expect(await store.open(id, owner)).toBe("opened");
    expect(await store.open(id, owner)).toBe("taken");
    results.push(await store.append(id, owner, piece));
  }
  // 700 and 1400 of Ada fit, 2100 do not; all have 2800 then.
  expect(results).toEqual(["stored", "stored", "full", "full", "full"]);
  expect(await one.append(ids[0] ?? "", ada, piece)).toBe("full");
  expect(await one.append(ids[0] ?? "", ada, piece)).toBe("gone");
  for (const connection of connections) await connection.close();
});

test("with the API of Upstash, a reply is stored and read in the same way", async () => {
  const front = await startUpstashFront(redis);
  try {
    const place = { kind: "upstash", url: front.url, token: upstashToken } as const;
    const { store } = await openReplies(place, serverEnvironment, () => undefined);
    const { id } = newResumableReply();
    const owner = { digest: "ada", quota: "ada" };
    expect(await store.open(id, owner)).toBe("opened");
    expect(await store.append(id, owner, { end: 1, text: "0 aGVhZA==" })).toBe("stored");
    expect(await store.check(id)).toEqual({ state: "open" });
    expect(await store.read(id, owner, 0)).toEqual({ state: "open", pieces: [{ end: 1, text: "0 aGVhZA==" }] });
    expect(await store.read(id, owner, 1)).toEqual({ state: "open", pieces: [] });
    expect(await store.read(id, { digest: "bob", quota: "bob" }, 0)).toBeUndefined();
    expect((await store.check(id)).readMsAgo).toBeLessThan(5000);
    await store.close(id, "ended");
    expect(await store.read(id, owner, 1)).toEqual({ state: "ended", pieces: [] });
    expect([await store.stop(id, { digest: "bob", quota: "bob" }), await store.stop(id, owner)]).toEqual([false, true]);
    expect(await store.read(id, owner, 0)).toBeUndefined();
  } finally {
    await front.stop();
  }
});

test("a reply that goes on without its reader uses a slot of its code until it has ended, and no longer", async () => {
  const provider = startProvider();
  const server = startServer(provider, { CODE_LIMITS: '{"harbour":{"atOnce":1}}' });
  const reply = newResumableReply();
  const { response, leave } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  provider.calls[0]?.write(delta("The tide "));
  await until(async () => (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2);
  leave();
  expect((await call(server, keyed(newResumableReply()))).response.status).toBe(429);
  expect((await resume(server, reply.id, { method: "DELETE" })).status).toBe(204);
  await until(async () => {
    const next = await call(server, {});
    next.leave();
    return next.response.status === 200;
  });
});

test("a reply whose instance was killed is readable up to what was stored, and then over", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  provider.calls[0]?.write(delta("The tide "));
  await until(async () => (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2);
  // The instance has not been heard of since 1970.
  await redis.command("HSET", `{parley-replies}:reply:${reply.id}`, "alive", "1");
  const lines = (await (await resume(server, reply.id)).text()).trim().split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([3, "over"]);
  provider.calls[0]?.end();
});

test("a revoked code cannot read its reply any more @W13.3", async () => {
  const provider = startProvider();
  const server = startServer(provider, { CODE_LIMITS: '{"harbour":{"perMinute":50}}' });
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  const store = await server.usage.store();
  await store.revoke(`plain ${sha256Hex("harbour")}`);
  expect((await resume(startServer(provider, { CODE_LIMITS: '{"harbour":{"perMinute":50}}' }), reply.id)).status).toBe(
    401,
  );
  await store.restore(`plain ${sha256Hex("harbour")}`);
  provider.calls[0]?.end();
});

test("a store that fails in the middle of a reply does not disturb it, and is logged once", async () => {
  const own = await startRedis();
  const provider = startProvider();
  const server = startServer(provider, { REDIS_URL: own.url, LIMITS_WITHOUT_STORE: "open" });
  const { response } = await call(server, keyed(newResumableReply()));
  const text = response.text();
  provider.calls[0]?.write(delta("The tide "));
  await new Promise((resolve) => setTimeout(resolve, 400));
  await own.kill();
  for (let count = 0; count < 5; count++) {
    provider.calls[0]?.write(delta("and again "));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  provider.calls[0]?.end();
  expect(await text).toBe(delta("The tide ") + delta("and again ").repeat(5));
  await until(() => server.lines.some((line) => line.startsWith("Replies: the store failed")));
  expect(server.lines.filter((line) => line.startsWith("Replies:"))).toHaveLength(1);
  expect((await resume(server, newResumableReply().id)).status).toBe(503);
  await own.stop();
}, 20_000);

/** Begins a reply with one stored piece beside its head. */
async function beginReply(server: Server, provider: ReturnType<typeof startProvider>) {
  const reply = newResumableReply();
  const { response, leave } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  const sent = provider.calls.at(-1);
  sent?.write(delta("The tide "));
  await until(async () => (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2);
  return { reply, sent, leave };
}

test("a fifth reader of a reply ends the oldest one, and only that @W13.4", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const { reply, sent } = await beginReply(server, provider);
  const readers = [];
  for (let count = 0; count < 5; count++) {
    const reader = (await resume(server, reply.id)).body?.getReader();
    readers.push(reader);
    if (count < 4) expect((await reader?.read())?.done).toBe(false);
  }
  const outcomes = await Promise.allSettled(readers.map((reader) => reader?.read()));
  expect(outcomes.map(({ status }) => status)).toEqual([
    "rejected",
    ...["fulfilled", "fulfilled", "fulfilled", "fulfilled"],
  ]);
  sent?.end();
});

test("a reader that takes nothing for 30 seconds is ended, and its slot is free again @W13.4", async () => {
  const provider = startProvider();
  const begun = await beginReply(startServer(provider), provider);
  const { clock, env } = movedClock();
  const server = startServer(provider, {}, env);
  // One reader takes nothing at all, the other one the first line only.
  const idle = (await resume(server, begun.reply.id)).body?.getReader();
  const slow = (await resume(server, begun.reply.id)).body?.getReader();
  expect((await slow?.read())?.done).toBe(false);
  await advance(clock, 28_000);
  const isAlive = (await resume(server, begun.reply.id)).body?.getReader();
  expect((await isAlive?.read())?.done).toBe(false);
  await advance(clock, 4000);
  await expect(idle?.read()).rejects.toThrow();
  // The line that was already under way may still arrive.
  await expect(slow?.read().then(() => slow.read())).rejects.toThrow();
  expect((await isAlive?.read())?.done).toBe(false);
  begun.sent?.end();
});

test("a caller with many readers leaves slots to others @W13.4", () => {
  const slots = [];
  for (let index = 0; index < 1000; index++) slots.push(takeReader({ digest: `reply ${index}`, quota: "ada" }));
  expect(slots).not.toContain(undefined);
  expect(takeReader({ digest: "one more", quota: "ada" })).toBeUndefined();
  for (let index = 0; index < 900; index++) slots.push(takeReader({ digest: `reply ${index}`, quota: "bob" }));
  expect(slots).not.toContain(undefined);
  for (const slot of slots) slot?.release();
  const again = takeReader({ digest: "one more", quota: "ada" });
  expect(again).toBeDefined();
  again?.release();
});

test("a part for a reader has at most 256 kB, and at least one piece", async () => {
  const connection = connectRedis(redis.url, () => undefined);
  const store = redisReplies(connection, Date.now);
  const { id } = newResumableReply();
  const owner = { digest: "ada", quota: id };
  await store.open(id, owner);
  for (let end = 1; end <= 6; end++) await store.append(id, owner, { end, text: `${end} ${"0".repeat(100_000)}` });
  await store.append(id, owner, { end: 7, text: "0".repeat(300_000) });
  const ends = async (position: number) => (await store.read(id, owner, position))?.pieces.map(({ end }) => end);
  expect([await ends(0), await ends(2), await ends(5), await ends(6)]).toEqual([[1, 2], [3, 4], [6], [7]]);
  await connection.close();
});

test.each([
  ["the same instance", true],
  ["another instance", false],
])("a stop that reaches %s before its call ends the call at the provider", async (_name, isSame) => {
  const provider = startProvider();
  const [one, two] = [startServer(provider), startServer(provider)];
  const reply = newResumableReply();
  expect((await resume(isSame ? one : two, reply.id, { method: "DELETE" })).status).toBe(404);
  // Its connection stays open, and its reader may still read.
  const asked = call(one, keyed(reply)).catch(() => undefined);
  const isOver = async () => provider.calls.every(({ signal }) => signal?.aborted === true);
  await until(async () => (isSame || provider.calls.length === 1) && (await isOver()));
  await asked;
  expect(await isOver()).toBe(true);
  expect(await redis.command("EXISTS", `{parley-replies}:reply:${reply.id}`)).toBe(0);
});

test("a stop of somebody else's reply before it began changes nothing, nor does one after a minute @W13.3", async () => {
  const provider = startProvider();
  const { clock, env } = movedClock();
  const [one, two] = [startServer(provider, {}, env), startServer(provider)];
  const reply = newResumableReply();
  for (const server of [one, two]) {
    expect((await resume(server, reply.id, { method: "DELETE", code: "lighthouse" })).status).toBe(404);
  }
  const { response } = await call(two, keyed(reply));
  void response.text().catch(() => undefined);
  provider.calls[0]?.write(delta("The tide "));
  await until(async () => (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2);
  expect(provider.calls[0]?.signal?.aborted).toBe(false);
  provider.calls[0]?.end();

  const late = newResumableReply();
  expect((await resume(one, late.id, { method: "DELETE" })).status).toBe(404);
  const [key = ""] = (await redis.command("KEYS", "{parley-replies}:stop:*")) as string[];
  expect(Number(await redis.command("PTTL", key))).toBeLessThanOrEqual(60_000);
  await redis.command("FLUSHALL");
  clock.ms += 61_000;
  const second = await call(one, keyed(late));
  expect(provider.calls[1]?.signal?.aborted).toBe(false);
  void second.response.text().catch(() => undefined);
  provider.calls[1]?.end();
  await advance(clock, 3000);
});

test("a store that hangs holds a reader or a stop for 200 ms, and a stop still ends a reply of this instance", async () => {
  const own = await startRedis();
  const provider = startProvider();
  const { clock, env } = movedClock();
  const server = startServer(provider, { REDIS_URL: own.url }, env);
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  await until(async () => (await own.command("EXISTS", `{parley-replies}:reply:${reply.id}`)) === 1);
  await own.freeze(true);
  const statuses: number[] = [];
  const note = async (answer: Promise<Response>) => statuses.push((await answer).status);
  const noted = [
    note(resume(server, reply.id)),
    note(resume(server, newResumableReply().id, { method: "DELETE" })),
    note(resume(server, reply.id, { method: "DELETE" })),
  ];
  // The client's own timeout for the frozen store is 5 seconds.
  await advance(clock, 1000, 25);
  expect(statuses.toSorted()).toEqual([204, 503, 503]);
  expect(provider.calls[0]?.signal?.aborted).toBe(true);
  await own.freeze(false);
  await Promise.all(noted);
  await own.stop();
});

test("all callers with own keys share one quota, and leave room for the holders of codes @W13.5", async () => {
  await redis.command("FLUSHALL");
  const server = startServer(startProvider());
  const connection = connectRedis(redis.url, () => undefined);
  const store = redisReplies(connection, Date.now, { ...replyLimits, ownerBytes: 1000, ownKeysBytes: 1500 });
  const results: string[] = [];
  for (const token of ["sk-1", "sk-2", "sk-3", "nk-harbour"]) {
    const { id } = newResumableReply();
    const owner = await requireOwner(id, new Headers({ authorization: `Bearer ${token}` }), server);
    await store.open(id, owner);
    results.push(await store.append(id, owner, { end: 2, text: "0".repeat(700) }));
  }
  expect(results).toEqual(["stored", "stored", "full", "stored"]);
  const { allBytes, ownKeysBytes } = replyLimits;
  expect([allBytes, ownKeysBytes]).toEqual([256_000_000, 64_000_000]);
  // Stops of unknown replies count as well, so that they cannot fill the store.
  const bytes = async () => Number(await redis.command("GET", await bytesKey()));
  const bytesKey = async () => String(((await redis.command("KEYS", "*:bytes:all:*")) as string[])[0]);
  const before = await bytes();
  const { id } = newResumableReply();
  await store.stop(id, await requireOwner(id, new Headers({ authorization: "Bearer sk-1" }), server));
  expect((await bytes()) - before).toBe(250);
  expect(await redis.command("KEYS", "*:stop:*")).toEqual([]);
  await connection.close();
});
