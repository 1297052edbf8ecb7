import { refusalOf } from "@/lib/server/error-response";
import { type PluginHosts, readPluginTarget } from "@/lib/server/plugin-target";

const open: PluginHosts = { pluginHosts: [], pluginInternalHosts: [] };

function target(base: string | undefined, path = "", hosts = open): [url: string, isOpened: boolean] | string {
  const headers: Record<string, string> = base === undefined ? {} : { "x-base-url": base };
  try {
    const request = new Request(`http://chat.example/api/proxy${path}`, { headers });
    const { url, isOpened } = readPluginTarget(request, hosts);
    return [url.href, isOpened];
  } catch (thrown) {
    return refusalOf(thrown);
  }
}

test.each([
  ["https://api.example.com", "/pets?limit=2&name=a%20b", "https://api.example.com/pets?limit=2&name=a%20b"],
  ["https://api.example.com/v1/", "/pets/7", "https://api.example.com/v1/pets/7"],
  ["https://api.example.com/mcp", "", "https://api.example.com/mcp"],
  ["https://api.example.com/mcp/?key=1", "", "https://api.example.com/mcp/?key=1"],
  ["https://api.example.com/mcp?key=1", "/more?a=b", "https://api.example.com/mcp/more?key=1&a=b"],
  ["https://api.example.com", "/v1/images:make/@me,you;a=b", "https://api.example.com/v1/images:make/@me,you;a=b"],
  ["https://api.example.com", "/pets/%E6%BD%AE%3F100%25", "https://api.example.com/pets/%E6%BD%AE%3F100%25"],
  ["HTTPS://API.Example.com:443", "/a", "https://api.example.com/a"],
  [
    "https://api.example.com",
    "/api/proxy/a?nxtPpath=x&path=1&relayedPath=a",
    "https://api.example.com/api/proxy/a?path=1",
  ],
])("joins %s and %s: %s", (base, path, url) => {
  expect(target(base, path)).toEqual([url, false]);
});

test.each([
  [undefined, ""],
  ["", ""],
  ["api.example.com", ""],
  ["//api.example.com", ""],
  ["ftp://api.example.com", ""],
  ["file:///etc/passwd", ""],
  ["javascript:alert(1)", ""],
  ["https://", ""],
  ["https:api.example.com", ""],
  ["https:\\\\api.example.com", ""],
  ["https://user@api.example.com", ""],
  ["https://user:word@api.example.com", ""],
  ["https://@api.example.com", ""],
  ["https://good.example\\@127.0.0.1", ""],
  ["https://good.example#@evil.example", ""],
  ["https://api.example.com/#part", ""],
  ["https://api.example.com/a b", ""],
  ["https://api.example.com/a\tb", ""],
  ["https://api.example.com:99999", ""],
  ["https://api.example.com/a/../b", ""],
  ["https://api.example.com/..", "/b"],
  ["https://api.example.com/%2e%2E/b", ""],
  ["https://api.example.com/.%2e/b", ""],
  ["https://api.example.com/a%2Fb", ""],
  ["https://api.example.com", "/a%2fb"],
  ["https://api.example.com", "/a%5Cb"],
  ["https://api.example.com", "/a%252Fb"],
  ["https://api.example.com", "/a%25252e%25252e/b"],
  ["https://api.example.com", "/a%00b"],
  ["https://api.example.com", "/a%0d%0aHost:%20b"],
  ["https://api.example.com", `/${"a".repeat(8_000)}`],
])("rejects %j and %j @O4.1", (base, path) => {
  expect(target(base, path)).toBe("target-malformed");
});

test.each([
  "http://api.example.com",
  "https://api.example.com:8443",
  "https://api.example.com:80",
  "https://127.0.0.1",
  "https://0x7f.1",
  "https://[::1]",
  "https://localhost",
  "https://metadata.google.internal",
  "https://1.0.0.127.in-addr.arpa",
])("rejects %s @O4.1 @S1", (base) => {
  expect(target(base, "/a")).toBe("target-not-allowed");
});

const listed: PluginHosts = {
  pluginHosts: ["https://api.example.com", "https://api.example.com:8443", "http://plain.example"],
  pluginInternalHosts: ["http://grafana.internal:3000", "https://10.0.0.5"],
};

test.each([
  ["https://api.example.com/a", ["https://api.example.com/a", false]],
  ["https://api.example.com:8443/a", ["https://api.example.com:8443/a", false]],
  ["http://plain.example/a", ["http://plain.example/a", false]],
  ["http://grafana.internal:3000/a", ["http://grafana.internal:3000/a", true]],
  ["https://10.5/a", ["https://10.0.0.5/a", true]],
  ["http://api.example.com/a", "target-not-allowed"],
  ["https://api.example.com:8444/a", "target-not-allowed"],
  ["https://other.example/a", "target-not-allowed"],
  ["https://api.example.com.evil.example/a", "target-not-allowed"],
  ["https://evil.example/?https://api.example.com", "target-not-allowed"],
  ["https://grafana.internal:3000/a", "target-not-allowed"],
  ["http://10.0.0.5/a", "target-not-allowed"],
] as const)("of the operator's hosts: %s @O4.4 @S1", (base, expected) => {
  expect(target(base, "", listed)).toEqual(expected);
});

test("a listed host must still be public", () => {
  expect(target("https://127.0.0.1", "", { pluginHosts: ["https://127.0.0.1"], pluginInternalHosts: [] })).toBe(
    "target-not-allowed",
  );
});
