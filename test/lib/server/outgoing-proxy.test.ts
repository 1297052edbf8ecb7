import { readOutgoingProxy } from "@/lib/server/outgoing-proxy";

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
])("%j is a proxy", (text, proxy) => {
  expect(readOutgoingProxy(text, ["ollama"])).toEqual({ ...proxy, except: [...here, "ollama"] });
});

test.each(["proxy.example:3128", "socks5://proxy.example:1080", "http://proxy.example?a", "http://", "http://a b c d"])(
  "%j is none",
  (text) => {
    expect(readOutgoingProxy(text, [])).toBeUndefined();
  },
);
