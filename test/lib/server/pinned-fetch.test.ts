import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { refusalOf } from "@/lib/server/error-response";
import { fetchPinned, type ResolveName } from "@/lib/server/pinned-fetch";
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

const here = { address: "127.0.0.1", family: 4 };
const elsewhere = { address: "8.8.8.8", family: 4 };
const toHere: ResolveName = async () => [here];

/** A call to the upstream under a name that only the given resolver knows. */
function callTo({ url }: LocalUpstream, parts: { method?: string; body?: string; signal?: AbortSignal } = {}) {
  const { method = "GET", body, signal = new AbortController().signal } = parts;
  return {
    url: new URL(`${url.replace("127.0.0.1", "tool.example")}/a?b=1`),
    method,
    headers: { "x-kind": "tool" },
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
    signal,
    isOpened: true,
  };
}

function refusalFrom(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "answered",
    (thrown: unknown) => refusalOf(thrown),
  );
}

test("connects to the checked address, with the requested host name @O4.2", async () => {
  const upstream = await start(async (request, response) => {
    response.end(await bodyOf(request));
  });
  let lookups = 0;
  const resolve: ResolveName = async (hostname) => {
    lookups += 1;
    return hostname === "tool.example" ? [here] : [];
  };
  const response = await fetchPinned(callTo(upstream, { method: "POST", body: "words" }), { resolve });
  expect([response.status, await response.text(), lookups]).toEqual([200, "words", 1]);
  const { port } = new URL(upstream.url);
  expect(upstream.arrived).toEqual([
    {
      method: "POST",
      url: "/a?b=1",
      headers: {
        host: `tool.example:${port}`,
        "x-kind": "tool",
        "accept-encoding": "identity",
        "content-length": "5",
        connection: "close",
      },
    },
  ]);
});

test.each([
  ["a local address", [here]],
  ["a local address among public ones", [elsewhere, here]],
  ["a local address in IPv6", [elsewhere, { address: "::ffff:127.0.0.1", family: 6 }]],
  ["an address with a zone", [{ address: "fe80::1%eth0", family: 6 }]],
])("rejects a public name that resolves to %s, and sends nothing @O4.2", async (_, addresses) => {
  const upstream = await start((_request, response) => void response.end());
  const call = { ...callTo(upstream), isOpened: false };
  expect(await refusalFrom(fetchPinned(call, { resolve: async () => addresses }))).toBe("target-not-allowed");
  expect(upstream.arrived).toEqual([]);
});

test("does not resolve a name a second time @O4.2", async () => {
  const upstream = await start((_request, response) => void response.end("{}"));
  const answers = [[here], [elsewhere]];
  const response = await fetchPinned(callTo(upstream), { resolve: async () => answers.shift() ?? [] });
  expect([await response.text(), answers]).toEqual(["{}", [[elsewhere]]]);
});

test("fails if a name does not resolve, or not in time", async () => {
  const upstream = await start((_request, response) => void response.end());
  await expect(fetchPinned(callTo(upstream), { resolve: async () => [] })).rejects.toThrow("no address");
  const never: ResolveName = () => new Promise(() => undefined);
  expect(await refusalFrom(fetchPinned(callTo(upstream), { resolve: never, connectMs: 1 }))).toBe("target-slow");
});

test("returns a redirect without following it @O4.3", async () => {
  const upstream = await start((_request, response) => {
    response.writeHead(302, { location: "http://127.0.0.1/secret" }).end();
  });
  const response = await fetchPinned(callTo(upstream), { resolve: toHere });
  expect([response.status, upstream.arrived.length]).toEqual([302, 1]);
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("decodes an unrequested compressed response (%s)", async (coding, compress) => {
  const upstream = await start((_request, response) => {
    response.writeHead(200, { "content-encoding": coding }).end(compress("words"));
  });
  expect(await (await fetchPinned(callTo(upstream), { resolve: toHere })).text()).toBe("words");
});

test("rejects a response with an unknown encoding", async () => {
  const upstream = await start((_request, response) => {
    response.writeHead(200, { "content-encoding": "tide" }).end("words");
  });
  expect(await refusalFrom(fetchPinned(callTo(upstream), { resolve: toHere }))).toBe("target-unreadable");
});

test.each(["HEAD", "DELETE"])("passes on a response without a body to %s", async (method) => {
  const upstream = await start((_request, response) => void response.writeHead(204, { "x-a": "1" }).end());
  const response = await fetchPinned(callTo(upstream, { method }), { resolve: toHere });
  expect([response.status, response.headers.get("x-a"), response.body]).toEqual([204, "1", null]);
});

test("events arrive one by one, and a caller that disconnects ends the call", async () => {
  const isClosed = signalOf();
  const upstream = await start((_request, response) => {
    response.on("close", () => isClosed.give());
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: one\n\n");
  });
  const caller = new AbortController();
  const response = await fetchPinned(callTo(upstream, { signal: caller.signal }), { resolve: toHere });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader?.read()).toEqual({ done: false, value: "data: one\n\n" });
  const rest = expect(reader?.read()).rejects.toThrow();
  caller.abort();
  await isClosed.given;
  await rest;
});
