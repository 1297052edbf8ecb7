import { configRoute } from "@/lib/server/config-route";
import { demoRoute } from "@/lib/server/demo-route";
import { isLoopback } from "@/lib/server/hostname";
import { mcpRoute } from "@/lib/server/mcp/mcp-route";
import { hostWarnings } from "@/lib/server/named-host";
import { readServerConfig } from "@/lib/server/server-config";
import { fakeEnvironment } from "../../support/fake-environment";
import { testProviders, testServer } from "../../support/test-server";

const env = fakeEnvironment();
const refusal = {
  error: {
    code: "not-allowed",
    message: "Calls to this host name are not allowed. The administrator can add it to ALLOWED_HOSTS.",
  },
};
const local = { HOSTNAME: "127.0.0.1" };

function requestTo(host: string | undefined, headers: Record<string, string> = {}): Request {
  // A page whose name leads here is of the same origin in every header that its browser writes.
  const origin = { origin: `http://${host}`, "sec-fetch-site": "same-origin" };
  return new Request("http://127.0.0.1:3000/api/config", {
    headers: { ...(host !== undefined && { host, ...origin }), ...headers },
  });
}

const accepted = [
  "localhost",
  "localhost:3000",
  "LocalHost.:3000",
  "parley.localhost:3000",
  "127.0.0.1:3000",
  "192.168.1.20",
  "[::1]:3000",
  "[::FFFF:7f00:1]",
  "[2001:db8::1]:65535",
];
const refused = [
  "evil.example:3000",
  "localhost.evil.example:3000",
  "evil.example.:3000",
  "127.0.0.1.evil.example",
  "notlocalhost",
  "mybox",
  "",
  "a b",
  "evil.example@127.0.0.1",
  "127.0.0.1:3000:3000",
  "[evil.example]",
  "[::1",
  "::1",
  undefined,
];

test.each([...accepted.map((host) => [host, 200] as const), ...refused.map((host) => [host, 403] as const)])(
  "a local server without a code, called as %s @H5.1",
  async (host, status) => {
    const response = await configRoute(requestTo(host), testServer(env, local));
    expect(response.status).toBe(status);
    if (status === 403) expect(await response.json()).toEqual(refusal);
  },
);

test.each([
  ["chat.example", "chat.example", 200],
  ["chat.example", "CHAT.example.:8443", 200],
  ["https://Chat.Example:8443/", "chat.example:3000", 200],
  ["bücher.example", "xn--bcher-kva.example", 200],
  ["chat.example", "sub.chat.example", 403],
  ["chat.example", "example", 403],
  ["*", "evil.example", 403],
  ["", "evil.example", 403],
])("ALLOWED_HOSTS=%s, called as %s", async (ALLOWED_HOSTS, host, status) => {
  const response = await configRoute(requestTo(host), testServer(env, { ...local, ALLOWED_HOSTS }));
  expect(response.status).toBe(status);
});

test("a listed origin's host is accepted", async () => {
  const server = testServer(env, { ...local, ALLOWED_ORIGINS: "https://chat.example:8443,tauri://app.example" });
  const answers = ["chat.example", "app.example:3000", "evil.example"].map((host) =>
    configRoute(requestTo(host), server),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 403]);
});

const proxied = { ...local, TRUST_PROXY: "1" };
test.each([
  [
    "the forwarded name is listed",
    { ...proxied, ALLOWED_HOSTS: "chat.example" },
    "127.0.0.1:3000",
    "chat.example",
    200,
  ],
  ["both are listed", { ...proxied, ALLOWED_HOSTS: "chat.example" }, "chat.example", "chat.example", 200],
  ["the forwarded name is not listed", proxied, "127.0.0.1:3000", "chat.example", 403],
  ["a page adds the header itself", proxied, "evil.example:3000", "localhost", 403],
  ["one of several names is not listed", proxied, "127.0.0.1", "evil.example, 127.0.0.1", 403],
  ["no proxy is declared, so the header is ignored", local, "127.0.0.1:3000", "evil.example", 200],
  ["no proxy is declared, and the header names localhost", local, "evil.example", "localhost", 403],
])("behind a proxy: %s @H5.1", async (_, variables, host, forwarded, status) => {
  const request = requestTo(host, { "x-forwarded-host": forwarded });
  expect((await configRoute(request, testServer(env, variables))).status).toBe(status);
});

test.each([
  ["with a code", { ...local, CODE: "one" }],
  ["that other computers can reach", { HOSTNAME: "0.0.0.0" }],
  ["that other computers can reach by its address", { HOSTNAME: "192.168.1.20" }],
  ["without HOSTNAME", {}],
  ["on Vercel", { ...local, VERCEL: "1" }],
])("a server %s accepts any host name", async (_, variables) => {
  expect((await configRoute(requestTo("chat.example"), testServer(env, variables))).status).toBe(200);
});

test("every route checks the host name @H5.1", async () => {
  const request = new Request("http://127.0.0.1/api/demo/v1/models", { headers: { host: "evil.example" } });
  const response = await demoRoute(request, ["v1", "models"], testServer(env, local));
  expect([response.status, await response.json()]).toEqual([403, refusal]);
});

test.each([
  ["evil.example", {}, 403],
  ["evil.example", { CODE: "one" }, 403],
  ["evil.example", { HOSTNAME: "0.0.0.0" }, 403],
  ["evil.example", { VERCEL: "1" }, 403],
  ["localhost:3000", {}, 200],
  ["chat.example", { ALLOWED_HOSTS: "chat.example" }, 200],
])("local MCP servers, called as %s with %j @H5.1", async (host, variables, status) => {
  const server = testServer(env, variables);
  const mcp = { statuses: async () => [] } as unknown as NonNullable<Awaited<ReturnType<typeof server.mcp>>>;
  const request = new Request("http://127.0.0.1/api/mcp", { headers: { host, authorization: "Bearer nk-one" } });
  const response = await mcpRoute(request, [], { ...server, mcp: async () => mcp });
  expect([response.status, await response.json()]).toEqual([
    status,
    status === 403 ? refusal : { servers: [], canManage: false },
  ]);
});

test("without local MCP servers, their route does not exist, whatever the host name", async () => {
  const request = new Request("http://127.0.0.1/api/mcp", { headers: { host: "chat.example" } });
  expect((await mcpRoute(request, [], testServer(env))).status).toBe(404);
});

const openWords = "CODE is empty and other computers reach this server: everybody who does uses its keys.";
const mcpWords =
  "ALLOWED_HOSTS is empty: /api/mcp accepts calls to localhost and IP addresses, and to no other host name.";
const proxyWords = "ALLOWED_HOSTS is empty: without CODE, calls to the public host name of your proxy are refused.";
const userWords = "ALLOWED_HOSTS is empty: calls of users to the public host name of your proxy are refused.";
const signIn = { TRUSTED_USER_HEADER: "Remote-User", TRUSTED_PROXIES: "127.0.0.1" };
const key = { ACME_API_KEY: "sk-1" };
test.each([
  [{}, []],
  [key, [openWords]],
  [{ ...key, HOSTNAME: "0.0.0.0" }, [openWords]],
  [{ ...key, ...local }, []],
  [{ ...key, CODE: "one" }, []],
  [{ ...key, VERCEL: "1" }, []],
  [{ ENABLE_MCP: "true", HOSTNAME: "0.0.0.0" }, [mcpWords]],
  [{ ENABLE_MCP: "true", ALLOWED_HOSTS: "chat.example" }, []],
  [{ ENABLE_MCP: "true", ...local }, []],
  [proxied, [proxyWords]],
  [{ ...proxied, ALLOWED_HOSTS: "chat.example" }, []],
  [{ ...key, ...local, ...signIn }, [userWords]],
  [{ ...key, ...local, ...signIn, ALLOWED_HOSTS: "chat.example" }, []],
  [{ ...key, ...signIn }, []],
])("the warnings at the start of a server with %j", (variables, warnings) => {
  expect(hostWarnings(readServerConfig(variables, testProviders))).toEqual(warnings);
});

test("reports an invalid entry and uses the others", () => {
  const { allowedHosts, problems } = readServerConfig(
    { ALLOWED_HOSTS: "a.example,*,b c,x/y,d.example" },
    testProviders,
  );
  expect([allowedHosts, problems]).toEqual([
    ["a.example", "d.example"],
    ["ALLOWED_HOSTS has an entry that is not a host name."],
  ]);
});

test("recognizes loopback addresses", () => {
  const addresses = ["127.0.0.1", "127.3.2.1", "localhost", "::1", "[::1]", "0.0.0.0", "::", "10.0.0.1", "box", ""];
  expect(addresses.filter(isLoopback)).toEqual(["127.0.0.1", "127.3.2.1", "localhost", "::1", "[::1]"]);
});
