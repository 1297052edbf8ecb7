import fc from "fast-check";
import { allOrigins, allowedOrigins, readRequestedOrigins } from "@/lib/tools/mcp/view-hosts";

const ownHost = "chat.example.com";

test.each<[string, string, string | undefined]>([
  ["a host", "https://api.tides.test.example", "https://api.tides.test.example"],
  ["a host with a port", "https://api.tides.example:8443", "https://api.tides.example:8443"],
  ["the default port", "https://api.tides.example:443", "https://api.tides.example"],
  ["upper case", "HTTPS://API.Tides.example/", "https://api.tides.example"],
  ["all subdomains", "https://*.tides.example", "https://*.tides.example"],
  ["a web socket", "wss://live.tides.example", "wss://live.tides.example"],
  ["other letters", "https://тест.example", "https://xn--e1aybc.example"],
  ["an unencrypted host", "http://api.tides.example", undefined],
  ["a host without a scheme", "api.tides.example", undefined],
  ["a scheme", "https:", undefined],
  ["any host", "*", undefined],
  ["any encrypted host", "https://*", undefined],
  ["a whole top-level domain", "https://*.example", undefined],
  ["all subdomains of a host below a public suffix", "https://*.tides.co.uk", "https://*.tides.co.uk"],
  ["a public suffix", "https://*.co.uk", undefined],
  ["a public suffix with a port", "https://*.co.uk:8443", undefined],
  ["a public suffix for web sockets", "wss://*.CO.UK", undefined],
  ["a public suffix of another script", "https://*.公司.cn", undefined],
  ["the names of a hosting service", "https://*.github.io", undefined],
  ["a name below which all names are public suffixes", "https://*.kawasaki.jp", undefined],
  ["a path", "https://api.tides.example/v1", undefined],
  ["a user", "https://user@api.tides.example", undefined],
  ["data", "data:", undefined],
  ["the app's own host", "https://chat.example.com", undefined],
  ["the app's own host on another port", "https://chat.example.com:8443", undefined],
  ["a wildcard that covers the app's own host", "https://*.example.com", undefined],
  ["the user's computer", "https://localhost", undefined],
  ["a name of the user's computer", "https://app.localhost", undefined],
  ["the user's computer by address", "https://127.0.0.1", undefined],
  ["the user's computer by a number", "https://2130706433", undefined],
  ["no address", "https://0.0.0.0", undefined],
  ["an address of the local network", "https://192.168.1.1", undefined],
  ["an IPv6 address", "https://[fd00::1]", undefined],
  ["a public address", "https://8.8.8.8", undefined],
  ["a single label", "https://router", undefined],
  ["a name of the local network", "https://printer.local", undefined],
  ["a name of a company's network", "https://wiki.internal", undefined],
  ["another directive", "https://a.example; script-src *", undefined],
  ["a quoted source", "'unsafe-eval'", undefined],
  ["the end of an attribute", 'https://a.example"><script>', undefined],
  ["a long name", `https://${"a.".repeat(200)}example`, undefined],
])(
  "an origin that a page requests, %s, is accepted in the form of a policy or rejected @T9.12",
  async (_name, domain, accepted) => {
    expect(await readRequestedOrigins({ connectDomains: [domain] }, ownHost)).toEqual({
      connect: accepted === undefined ? [] : [accepted],
      resource: [],
      rejected: accepted === undefined ? [domain.slice(0, 201)] : [],
    });
  },
);

test("resources come over https only; frames and base addresses are always rejected; each origin counts once @T9.12", async () => {
  const csp = {
    connectDomains: ["https://a.example", "https://a.example/", 7, null],
    resourceDomains: ["https://a.example", "wss://b.example"],
    frameDomains: ["https://video.example"],
    baseUriDomains: ["https://base.example"],
  };
  const requested = await readRequestedOrigins(csp, ownHost);
  expect(requested).toEqual({
    connect: ["https://a.example"],
    resource: ["https://a.example"],
    rejected: ["wss://b.example", "https://video.example", "https://base.example"],
  });
  expect(allOrigins(requested)).toEqual(["https://a.example"]);
});

test("only origins that the page requests and the user has allowed are in its policy @T9.12", () => {
  const requested = { connect: ["https://a.example", "https://b.example"], resource: ["https://c.example"] };
  expect(allowedOrigins(requested, ["https://b.example", "https://c.example", "https://d.example"])).toEqual({
    connect: ["https://b.example"],
    resource: ["https://c.example"],
  });
  expect(allowedOrigins(requested, [])).toEqual({ connect: [], resource: [] });
});

test("whatever a server sends, each origin of a policy is one of a public host name @T9.12", async () => {
  const part = fc.constantFrom(
    "https://",
    "wss://",
    "*.",
    "a.example",
    "chat.example.com",
    ":1",
    "/",
    ";",
    " ",
    '"',
    "'",
    "[::1]",
  );
  const domain = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(part, { maxLength: 5 }).map((parts) => parts.join("")),
  );
  const lists = fc.record({
    connectDomains: fc.oneof(fc.array(domain), fc.anything()),
    resourceDomains: fc.oneof(fc.array(domain), fc.anything()),
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(lists, fc.anything()), async (csp) => {
      for (const origin of allOrigins(await readRequestedOrigins(csp, ownHost))) {
        expect(origin).toMatch(/^(https|wss):\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/);
        expect(origin).not.toMatch(/\/\/(chat|\*)\.example\.com(:|$)/);
      }
    }),
  );
});
