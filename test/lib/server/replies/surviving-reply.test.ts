/** @jest-environment node */
import { newResumableReply, type ResumableReply, replyKeyHeader } from "@/lib/resuming/resumable-reply";
import { createResumingEnvironment } from "@/lib/resuming/resuming-fetch";
import { serverEnvironment } from "@/lib/server/environment";
import { relayRoute } from "@/lib/server/relay-route";
import { openReplies } from "@/lib/server/replies/open-replies";
import { repliesRoute } from "@/lib/server/replies/replies-route";
import { startUpstashFront, upstashToken } from "../../../support/redis-peer";
import {
  advance,
  call,
  delta,
  keyed,
  movedClock,
  redis,
  resume,
  type Server,
  startProvider,
  startServer,
  startStore,
  stopStore,
  until,
} from "../../../support/surviving-replies";

beforeAll(startStore);
afterAll(stopStore);

const ending = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 50 } })}\n\ndata: [DONE]\n\n`;

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
