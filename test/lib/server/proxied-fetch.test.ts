import { refusalOf } from "@/lib/server/error-response";
import { readOutgoingProxy } from "@/lib/server/outgoing-proxy";
import { fetchPinned } from "@/lib/server/pinned-fetch";
import { proxiedFetch } from "@/lib/server/proxied-fetch";
import { type ConnectProxy, startConnectProxy } from "../../support/connect-proxy";
import { bodyOf, type LocalUpstream, startUpstream } from "../../support/local-upstream";

let upstream: LocalUpstream;
let proxy: ConnectProxy;

beforeEach(async () => {
  upstream = await startUpstream(async (request, response) => {
    response.writeHead(201, { "x-kind": "upstream" }).end(`${request.url} ${await bodyOf(request)}`);
  });
  proxy = await startConnectProxy(Number(new URL(upstream.url).port));
});

afterEach(async () => {
  await proxy.close();
  await upstream.close();
});

function proxyOf(text: string, except: readonly string[] = []) {
  const read = readOutgoingProxy(text, except);
  if (!read) throw new Error("no proxy");
  return read;
}

test("a call uses a tunnel to the host's name, with the proxy's credential", async () => {
  const send = proxiedFetch(proxyOf(`${proxy.url} ada secret`));
  const body = new Blob(["words"]).stream();
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  const answer = await send("http://provider.example:8080/v1?a=b", init);
  expect([answer.status, answer.headers.get("x-kind"), await answer.text()]).toEqual([
    201,
    "upstream",
    "/v1?a=b words",
  ]);
  expect(proxy.asked).toEqual([["provider.example:8080", "Basic YWRhOnNlY3JldA=="]]);
  expect(upstream.arrived[0]?.headers).not.toHaveProperty("proxy-authorization");
});

test("this computer and excepted hosts bypass the proxy", async () => {
  const send = proxiedFetch(proxyOf(proxy.url, ["localhost.example"]));
  expect((await send(`${upstream.url}/here`)).status).toBe(201);
  const all = proxiedFetch(proxyOf(proxy.url, ["*"]));
  // Nothing listens there, so the call fails without the proxy, and would arrive through it.
  const call = all(upstream.url.replace("127.0.0.1", "127.0.0.2"));
  await expect(call).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  expect(proxy.asked).toEqual([]);
});

test("a proxy that does not open a tunnel is an error, and nothing bypasses it", async () => {
  const closed = await startConnectProxy(Number(new URL(upstream.url).port), 407);
  try {
    await expect(proxiedFetch(proxyOf(closed.url))("http://provider.example/")).rejects.toThrow();
    const call = fetchPinned(toolCall(), { resolve: toPublic, proxy: proxyOf(closed.url) });
    await expect(call).rejects.toThrow("The proxy did not open a tunnel.");
    expect(upstream.arrived).toEqual([]);
  } finally {
    await closed.close();
  }
});

const toPublic = async () => [{ address: "8.8.8.8", family: 4 }];

function toolCall(isOpened = false) {
  const url = new URL("http://tool.example:8080/a");
  return { url, method: "GET", headers: {}, signal: new AbortController().signal, isOpened };
}

test("for a host that a caller named, the tunnel leads to the checked address @O4.2", async () => {
  const answer = await fetchPinned(toolCall(), { resolve: toPublic, proxy: proxyOf(`${proxy.url} ada secret`) });
  expect([answer.status, await answer.text()]).toEqual([201, "/a "]);
  expect(proxy.asked).toEqual([["8.8.8.8:8080", "Basic YWRhOnNlY3JldA=="]]);
  expect(upstream.arrived[0]?.headers.host).toBe("tool.example:8080");
});

test("does not open a tunnel to an address that is not public @O4.2", async () => {
  const resolve = async () => [{ address: "10.0.0.5", family: 4 }];
  const refusal = await fetchPinned(toolCall(), { resolve, proxy: proxyOf(proxy.url) }).catch(refusalOf);
  expect([refusal, proxy.asked]).toEqual(["target-not-allowed", []]);
});

test("a tunnel carries TLS: data is sent only after a handshake", async () => {
  const call = { ...toolCall(), url: new URL("https://tool.example/a") };
  await expect(fetchPinned(call, { resolve: toPublic, proxy: proxyOf(proxy.url) })).rejects.toThrow();
  expect(proxy.asked).toEqual([["8.8.8.8:443"]]);
  expect(upstream.arrived).toEqual([]);
});
