import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { sourceOf, streamOf } from "@/lib/server/byte-source";
import { refusalOf } from "@/lib/server/error-response";
import { failureCode } from "@/lib/server/failure-code";
import { nodeFetch } from "@/lib/server/node-fetch";
import { bodyOf, type LocalUpstream, signalOf, startUpstream } from "../../support/local-upstream";

const upstreams: LocalUpstream[] = [];

afterEach(async () => {
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
});

async function start(answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>) {
  const upstream = await startUpstream(answer);
  upstreams.push(upstream);
  return upstream;
}

function send(upstream: LocalUpstream, init: RequestInit = {}): Promise<Response> {
  return nodeFetch(`${upstream.url}/a`, { method: "POST", redirect: "manual", ...init });
}

test("sends a text with its length, and asks for a reply that is not compressed", async () => {
  const upstream = await start(async (request, response) => void response.end(await bodyOf(request)));
  const response = await send(upstream, { body: "wörds", headers: { "content-type": "text/plain" } });
  expect([response.status, await response.text()]).toEqual([200, "wörds"]);
  expect(upstream.arrived[0]?.headers).toMatchObject({
    "content-length": "6",
    "content-type": "text/plain",
    "accept-encoding": "identity",
  });
});

test("sends a stream piece by piece", async () => {
  const first = signalOf();
  const upstream = await start(async (request, response) => {
    request.once("data", () => first.give());
    response.end(await bodyOf(request));
  });
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode("one "));
      await first.given;
      controller.enqueue(new TextEncoder().encode("two"));
      controller.close();
    },
  });
  expect(await (await send(upstream, { body })).text()).toBe("one two");
});

test("a stream that fails ends the request", async () => {
  const [begun, closed] = [signalOf(), signalOf()];
  const upstream = await start((request) => {
    request.on("error", () => undefined).once("close", closed.give);
    begun.give();
  });
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("one"));
      void begun.given.then(() => controller.error(new Error("over")));
    },
  });
  await expect(send(upstream, { body })).rejects.toThrow("fetch failed");
  await closed.given;
});

test("decodes an unrequested compressed reply, and rejects an unknown encoding", async () => {
  const upstream = await start((request, response) => {
    response.setHeader("content-encoding", request.method === "GET" ? "tide" : "gzip");
    response.end(gzipSync("words"));
  });
  expect(await (await send(upstream)).text()).toBe("words");
  const refusal = await send(upstream, { method: "GET" }).catch(refusalOf);
  expect(refusal).toBe("upstream-unreadable");
});

test("returns a redirect as it is", async () => {
  const upstream = await start((_, response) => void response.writeHead(302, { location: "/b" }).end());
  expect((await send(upstream)).status).toBe(302);
  expect(upstream.arrived).toHaveLength(1);
});

test("an abort ends the request before and during the reply", async () => {
  const closed = [signalOf(), signalOf()];
  let calls = 0;
  const upstream = await start((_, response) => {
    const call = calls++;
    response.once("close", () => closed[call]?.give());
    if (call === 1) response.write("one");
  });
  for (const { given } of closed) {
    const caller = new AbortController();
    const sent = send(upstream, { signal: caller.signal }).then((response) => response.text());
    setTimeout(() => caller.abort(), 50);
    await expect(sent).rejects.toMatchObject({ name: "AbortError" });
    await given;
  }
  await expect(send(upstream, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});

test.each<[string, (response: ServerResponse) => void, string]>([
  ["breaks off", (response) => response.write("one", () => response.destroy()), "ECONNRESET"],
  [
    "has an invalid chunk",
    (response) => response.write("one", () => response.socket?.end("words\r\n")),
    "HPE_INVALID_CHUNK_SIZE",
  ],
])("a reply that %s fails with a code", async (_name, answer, code) => {
  const upstream = await start((_request, response) => answer(response));
  const thrown: unknown = await (await send(upstream)).text().catch((failure: unknown) => failure);
  expect(failureCode(thrown)).toBe(code);
});

test("a host that is not there fails with a code", async () => {
  const upstream = await start(() => undefined);
  await upstream.close();
  const thrown: unknown = await send(upstream).catch((failure: unknown) => failure);
  expect(failureCode(thrown)).toBe("ECONNREFUSED");
});

test("a source reads no more than its receiver takes", async () => {
  let written = 0;
  const upstream = await start((_, response) => {
    const write = () => {
      while (written < 50_000_000) {
        written += 100_000;
        if (!response.write(Buffer.alloc(100_000))) return void response.once("drain", write);
      }
      response.end();
    };
    write();
  });
  const { body } = await send(upstream);
  if (!body) throw new Error("The reply has no body.");
  const source = sourceOf(body);
  expect(body.locked).toBe(true);
  let bytes = 0;
  const write = (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    return false;
  };
  source.open({ write, end: () => undefined, fail: () => undefined });
  source.flow();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(bytes).toBeLessThan(100_000);
  expect(written).toBeLessThan(20_000_000);
  await source.cancel(undefined);
});

test("a stream of a source that ends or fails after it was cancelled stays cancelled", async () => {
  let sink: { end(): void; fail(reason: unknown): void } | undefined;
  const stream = streamOf({
    open: (to) => {
      sink = to;
    },
    flow: () => undefined,
    cancel: async () => undefined,
  });
  const reader = stream.getReader();
  await reader.cancel();
  sink?.end();
  sink?.fail(new Error("late"));
  expect((await reader.read()).done).toBe(true);
});
