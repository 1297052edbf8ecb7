import type { ServerResponse } from "node:http";
import { bodyOf, signalOf } from "../../support/local-upstream";
import { type Answer, call, closeUpstreams, ok, own, start, statusAndBody } from "../../support/relay-calls";

afterEach(closeUpstreams);

test("streams chunk by chunk: the next one is sent only after the last one was read", async () => {
  const isRead = [signalOf(), signalOf()];
  const { server } = await start(async (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: one\n\n");
    await isRead[0]?.given;
    response.write("data: two\n\n");
    await isRead[1]?.given;
    response.end("data: [DONE]\n\n");
  });
  const response = await call(server, { headers: own });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await reader?.read()).toEqual({ done: false, value: "data: one\n\n" });
  isRead[0]?.give();
  expect(await reader?.read()).toEqual({ done: false, value: "data: two\n\n" });
  isRead[1]?.give();
  expect(await reader?.read()).toEqual({ done: false, value: "data: [DONE]\n\n" });
  expect(await reader?.read()).toEqual({ done: true, value: undefined });
});

test("streams a request's body before it is complete", async () => {
  const hasArrived = signalOf<string>();
  const { server } = await start(async (request, response) => {
    request.once("data", (chunk) => hasArrived.give(String(chunk)));
    const body = await bodyOf(request);
    response.end(JSON.stringify({ body }));
  });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode('{"a":'));
      expect(await hasArrived.given).toBe('{"a":');
      controller.enqueue(encoder.encode("1}"));
      controller.close();
    },
  });
  expect(await (await call(server, { headers: own, body })).json()).toEqual({ body: '{"a":1}' });
});

test("a caller that disconnects in mid-stream ends the upstream call @O4.8", async () => {
  const isClosed = signalOf();
  const { server } = await start((_, response) => {
    response.on("close", () => isClosed.give());
    response.write("data: one\n\n");
  });
  const caller = new AbortController();
  const response = await call(server, { headers: own, signal: caller.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  const rest = expect(reader?.read()).rejects.toThrow();
  caller.abort();
  await isClosed.given;
  await rest;
});

test("ends the upstream call if the reply is no longer read", async () => {
  const isClosed = signalOf();
  const { server } = await start((_, response) => {
    response.on("close", () => isClosed.give());
    response.write("data: one\n\n");
  });
  const response = await call(server, { headers: own });
  await response.body?.cancel();
  await isClosed.given;
  expect(response.status).toBe(200);
});

test("a caller that disconnects before the reply starts ends the upstream call @O4.8", async () => {
  const isReached = signalOf();
  const isClosed = signalOf();
  const { server } = await start((_, response) => {
    response.on("close", () => isClosed.give());
    isReached.give();
  });
  const caller = new AbortController();
  const response = call(server, { headers: own, signal: caller.signal });
  await isReached.given;
  caller.abort();
  await isClosed.given;
  expect((await response).status).toBe(502);
});

test("does not forward the call of a caller that has already disconnected", async () => {
  const { server, upstream } = await start(ok);
  expect((await call(server, { headers: own, signal: AbortSignal.abort() })).status).toBe(502);
  expect(upstream.arrived).toEqual([]);
});

test("a provider that does not respond within ten minutes times out @O4.8", async () => {
  const isReached = signalOf();
  const isClosed = signalOf();
  const { server, env } = await start((_, response) => {
    response.on("close", () => isClosed.give());
    isReached.give();
  });
  const response = call(server, { headers: own });
  await isReached.given;
  await env.advance(600_000);
  await isClosed.given;
  expect(await statusAndBody(await response)).toEqual([
    504,
    { error: { code: "timeout", message: "The provider did not respond in time." } },
  ]);
});

describe("a reply that has started", () => {
  const minutes = (count: number) => count * 60_000;

  /** Starts a reply whose pieces are sent when the test says so; `isClosed` is given when its connection ends. */
  async function startReply() {
    const isClosed = signalOf();
    const sending = signalOf<ServerResponse>();
    const { server, env } = await start((_, response) => {
      response.on("close", () => isClosed.give());
      response.flushHeaders();
      sending.give(response);
    });
    const response = await call(server, { headers: own });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    return { env, reader, isClosed: isClosed.given, upstream: await sending.given };
  }

  test("may take longer than ten minutes, as long as data arrives every ten minutes", async () => {
    const { env, reader, upstream } = await startReply();
    for (const piece of ["one", "two", "three", "four"]) {
      await env.advance(minutes(10) - 1);
      upstream.write(piece);
      expect(await reader?.read()).toEqual({ done: false, value: piece });
    }
    upstream.end();
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
  });

  test("is ended on both sides after ten minutes of silence @O4.8", async () => {
    const { env, reader, upstream, isClosed } = await startReply();
    upstream.write("one");
    await reader?.read();
    const rest = expect(reader?.read()).rejects.toThrow();
    await env.advance(minutes(10));
    await Promise.all([rest, isClosed]);
  });

  test("is ended if no data ever arrives", async () => {
    const { env, reader, isClosed } = await startReply();
    const rest = expect(reader?.read()).rejects.toThrow();
    await env.advance(minutes(10));
    await Promise.all([rest, isClosed]);
  });

  test("is ended on both sides after an hour, even if data arrives @O4.8", async () => {
    const { env, reader, upstream, isClosed } = await startReply();
    for (let count = 0; count < 11; count++) {
      await env.advance(minutes(5));
      upstream.write("more");
      expect(await reader?.read()).toEqual({ done: false, value: "more" });
    }
    const rest = expect(reader?.read()).rejects.toThrow();
    await env.advance(minutes(5));
    await Promise.all([rest, isClosed]);
  });

  test.each<[string, Answer, (response: Response) => Promise<unknown>]>([
    ["was read completely", (_, response) => void response.end("{}"), (response) => response.text()],
    ["is no longer read", (_, response) => void response.write("one"), async (response) => response.body?.cancel()],
    [
      "broke",
      (_, response) => void response.write("one", () => response.destroy()),
      (response) => expect(response.text()).rejects.toThrow(),
    ],
  ])("leaves no timer running once it %s", async (_name, answer, end) => {
    const { server, env } = await start(answer);
    const delays: (AbortSignal | undefined)[] = [];
    const watched = {
      ...env,
      delay: (ms: number, signal?: AbortSignal) => {
        delays.push(signal);
        return env.delay(ms, signal);
      },
    };
    await end(await call({ ...server, env: watched }, { headers: own }));
    await env.advance(0);
    expect(delays.map((signal) => signal?.aborted)).toEqual([true, true]);
  });
});

test("a response that is not HTTP is one line in the log", async () => {
  const { server } = await start((_, response) => void response.socket?.end("HTTP/1.1 words\r\n\r\n"));
  expect((await call(server, { headers: own })).status).toBe(502);
  expect(server.lines).toEqual([expect.stringMatching(/^Relay: a reply is not HTTP \(HPE_[A-Z_]+\)\.$/)]);
});
