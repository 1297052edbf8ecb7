import { isExcepted, readOutgoingProxy } from "@/lib/server/outgoing-proxy";

const here = ["localhost", "127.0.0.1", "[::1]"];

test.each([
  ["http://proxy.example:3128", { url: "http://proxy.example:3128" }],
  ["HTTPS://Proxy.example/", { url: "https://proxy.example" }],
  ["http://[::1]:3128", { url: "http://[::1]:3128" }],
  [
    "http://proxy.example:3128 ada secret",
    { url: "http://proxy.example:3128", authorization: "Basic YWRhOnNlY3JldA==" },
  ],
  ["http://ada:se%40cret@proxy.example", { url: "http://proxy.example", authorization: "Basic YWRhOnNlQGNyZXQ=" }],
  ["http://ada:100%@proxy.example", { url: "http://proxy.example", authorization: "Basic YWRhOjEwMCU=" }],
])("parses %j as an HTTP proxy", (text, proxy) => {
  expect(readOutgoingProxy(text, ["ollama"])).toEqual({ kind: "http", ...proxy, except: [...here, "ollama"] });
});

test.each([
  ["socks5://Proxy.example:9050", { version: 5, host: "proxy.example", port: 9050 }],
  ["SOCKS://proxy.example/", { version: 5, host: "proxy.example", port: 1080 }],
  ["socks5h://[::1]:9050", { version: 5, host: "::1", port: 9050 }],
  ["socks4://ada@proxy.example", { version: 4, host: "proxy.example", port: 1080, user: "ada" }],
  ["socks4a://proxy.example", { version: 4, host: "proxy.example", port: 1080 }],
  [
    "socks5://127.0.0.1:9050 ada secret",
    { version: 5, host: "127.0.0.1", port: 9050, user: "ada", password: "secret" },
  ],
  [
    "socks5://ada:se%40cret@proxy.example",
    { version: 5, host: "proxy.example", port: 1080, user: "ada", password: "se@cret" },
  ],
])("parses %j as a SOCKS proxy", (text, proxy) => {
  expect(readOutgoingProxy(text, [])).toEqual({ kind: "socks", ...proxy, except: here });
});

test.each([
  ["ollama", 11434, true],
  ["OLLAMA", 11434, true],
  ["a.ollama", 80, true],
  ["notollama", 80, false],
  ["b.example", 8080, true],
  ["b.example", 80, false],
  ["x.suffix.example", 80, true],
  ["suffix.example", 80, true],
  ["x.star.example", 80, true],
  ["localhost", 3000, true],
  ["127.0.0.1", 3000, true],
  ["[::1]", 3000, true],
  ["provider.example", 443, false],
])("%s:%d bypasses the proxy: %s", (host, port, isReached) => {
  const except = ["ollama", "B.example:8080", ".suffix.example", "*.star.example"];
  const proxy = readOutgoingProxy("socks5://proxy.example", except);
  expect(proxy && isExcepted(host, port, proxy)).toBe(isReached);
});

test("every host bypasses the proxy with *", () => {
  const proxy = readOutgoingProxy("socks5://proxy.example", ["*"]);
  expect(proxy && isExcepted("provider.example", 443, proxy)).toBe(true);
});

test.each([
  "proxy.example:3128",
  "socks6://proxy.example:1080",
  "socks5://",
  "socks5://proxy.example/path",
  `socks5://ada:${"a".repeat(256)}@proxy.example`,
  "ftp://proxy.example",
  "http://proxy.example?a",
  "http://",
  "http://a b c d",
])("rejects %j as a proxy", (text) => {
  expect(readOutgoingProxy(text, [])).toBeUndefined();
});
