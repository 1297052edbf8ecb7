import { inspect } from "node:util";
import { refusalOf } from "@/lib/server/error-response";
import { readOutgoingProxy } from "@/lib/server/outgoing-proxy";
import { fetchPinned } from "@/lib/server/pinned-fetch";
import { proxiedFetch } from "@/lib/server/proxied-fetch";
import { bodyOf, type LocalUpstream, signalOf, startUpstream } from "../../support/local-upstream";
import { type SocksServer, startSocksProxy } from "../../support/socks-proxy";

const opened: { close(): Promise<void> }[] = [];
let upstream: LocalUpstream;

beforeEach(async () => {
  upstream = await startUpstream(async (request, response) => {
    response.writeHead(201, { "x-kind": "upstream" }).end(`${request.url} ${await bodyOf(request)}`);
  });
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
  await upstream.close();
});

async function start(options?: Parameters<typeof startSocksProxy>[1], target = upstream): Promise<SocksServer> {
  const proxy = await startSocksProxy(Number(new URL(target.url).port), options);
  opened.push(proxy);
  return proxy;
}

function proxyOf(text: string, except: readonly string[] = []) {
  const read = readOutgoingProxy(text, except);
  if (!read) throw new Error("no proxy");
  return read;
}

const guarded = { user: "ada", password: "se:cr@t ü" };
const encoded = "ada:se%3Acr%40t%20%C3%BC";
const address = "http://provider.example:8080/v1?a=b";
const post = { method: "POST", body: "words" };

test.each(["socks", "socks5", "socks5h"])(
  "%s: sends the host's name to the proxy, which resolves it",
  async (protocol) => {
    const proxy = await start();
    const answer = await proxiedFetch(proxyOf(`${protocol}://127.0.0.1:${proxy.port}`))(address, post);
    expect([answer.status, answer.headers.get("x-kind"), await answer.text()]).toEqual([
      201,
      "upstream",
      "/v1?a=b words",
    ]);
    expect(proxy.asked).toEqual([["provider.example:8080"]]);
  },
);

test.each(["socks4", "socks4a"])("%s: sends the host's name and the user to the proxy", async (protocol) => {
  const proxy = await start();
  const answer = await proxiedFetch(proxyOf(`${protocol}://ada@127.0.0.1:${proxy.port}`))(address, post);
  expect([answer.status, proxy.asked]).toEqual([201, [["provider.example:8080", "ada"]]]);
});

test("the user and the password are in the address, or after it", async () => {
  const proxy = await start(guarded);
  const plain = await start({ user: "ada", password: "secret" });
  const answers = [
    proxiedFetch(proxyOf(`socks5://${encoded}@127.0.0.1:${proxy.port}`))(address),
    proxiedFetch(proxyOf(`socks5://127.0.0.1:${plain.port} ada secret`))(address),
  ];
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201]);
  expect([proxy.asked, plain.asked]).toEqual([[["provider.example:8080", "ada"]], [["provider.example:8080", "ada"]]]);
});

test.each([
  ["a wrong password", "ada:wrong@", guarded],
  ["no password", "", guarded],
  ["a closed destination", "", { isClosed: true }],
])("%s is an error that contains no credential, and nothing bypasses the proxy", async (_, credential, options) => {
  const proxy = await start(options);
  const text = `socks5://${credential}127.0.0.1:${proxy.port}`;
  const failures = [
    proxiedFetch(proxyOf(text))(address),
    fetchPinned(toolCall(), { resolve: toPublic, proxy: proxyOf(text) }),
  ].map((call) =>
    call.then(
      () => "answered",
      (thrown: unknown) => inspect(thrown, { depth: 10, showHidden: true }),
    ),
  );
  for (const failure of await Promise.all(failures)) {
    expect(failure).toContain("The SOCKS proxy did not open a tunnel");
    expect(failure).not.toMatch(/wrong@|"wrong"|'wrong'|userId/);
  }
  expect(upstream.arrived).toEqual([]);
});

test("an unreachable proxy is an error", async () => {
  const proxy = await start();
  await proxy.close();
  opened.length = 0;
  await expect(proxiedFetch(proxyOf(`socks5://127.0.0.1:${proxy.port}`))(address)).rejects.toThrow("fetch failed");
});

test("this computer and excepted hosts bypass the proxy", async () => {
  const proxy = await start();
  const text = `socks5://127.0.0.1:${proxy.port}`;
  expect((await proxiedFetch(proxyOf(text))(upstream.url)).status).toBe(201);
  // Nothing listens there, so the call fails without the proxy, and would arrive through it.
  const call = proxiedFetch(proxyOf(text, ["*"]))(upstream.url.replace("127.0.0.1", "127.0.0.2"));
  await expect(call).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  expect(proxy.asked).toEqual([]);
});

test("events arrive one by one, and a caller that disconnects ends the tunnel", async () => {
  const second = signalOf();
  const events = await startUpstream(async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    await second.given;
    response.write("data: 2\n\n");
  });
  opened.push(events);
  const proxy = await start({}, events);
  const caller = new AbortController();
  const send = proxiedFetch(proxyOf(`socks5://127.0.0.1:${proxy.port}`));
  const { body } = await send(address, { signal: caller.signal });
  const reader = body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toBe("data: 1\n\n");
  second.give();
  expect(await next()).toBe("data: 2\n\n");
  caller.abort();
  await proxy.ended;
});

const toPublic = async () => [
  { address: "2606:4700::1111", family: 6 },
  { address: "8.8.8.8", family: 4 },
];

function toolCall(url = "http://tool.example:8080/a", signal = new AbortController().signal) {
  return { url: new URL(url), method: "GET", headers: {}, signal, isOpened: false };
}

test.each([
  ["socks5", [["[2606:4700:0:0:0:0:0:1111]:8080"]]],
  // It carries no IPv6 address.
  ["socks4", [["8.8.8.8:8080"]]],
])("for a host that a caller named, %s leads to the checked address", async (protocol, asked) => {
  const proxy = await start();
  const options = { resolve: toPublic, proxy: proxyOf(`${protocol}://127.0.0.1:${proxy.port}`) };
  const answer = await fetchPinned(toolCall(), options);
  expect([answer.status, await answer.text(), proxy.asked]).toEqual([201, "/a ", asked]);
  expect(upstream.arrived[0]?.headers.host).toBe("tool.example:8080");
});

test("does not open a tunnel to an address that is not public", async () => {
  const proxy = await start();
  const options = {
    resolve: async () => [{ address: "10.0.0.5", family: 4 }],
    proxy: proxyOf(`socks5://127.0.0.1:${proxy.port}`),
  };
  expect([await fetchPinned(toolCall(), options).catch(refusalOf), proxy.asked]).toEqual(["target-not-allowed", []]);
});

test("a tunnel carries TLS: data is sent only after a handshake", async () => {
  const proxy = await start();
  const text = `socks5://127.0.0.1:${proxy.port}`;
  const url = "https://tool.example/a";
  await expect(fetchPinned(toolCall(url), { resolve: toPublic, proxy: proxyOf(text) })).rejects.toThrow();
  await expect(proxiedFetch(proxyOf(text))(url)).rejects.toThrow();
  expect(proxy.asked).toEqual([["[2606:4700:0:0:0:0:0:1111]:443"], ["tool.example:443"]]);
  expect(upstream.arrived).toEqual([]);
});

test("a proxy that never replies ends the call in time, and so does a caller that disconnects", async () => {
  const proxy = await start({ isMute: true });
  const options = { resolve: toPublic, proxy: proxyOf(`socks5://127.0.0.1:${proxy.port}`) };
  const slow = fetchPinned(toolCall(), { ...options, connectMs: 20 }).catch(refusalOf);
  const caller = new AbortController();
  const left = fetchPinned(toolCall(undefined, caller.signal), options).catch(({ name }: Error) => name);
  caller.abort();
  expect(await Promise.all([slow, left])).toEqual(["target-slow", "AbortError"]);
});
