import { writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorResponse, type Refusal, refusals, refuse } from "@/lib/server/error-response";
import { bodyOf, startUpstream } from "../support/local-upstream";
import { makeMcpFolder } from "../support/mcp-peers";
import { type AppServer, type Build, freePort, startApp } from "./support/app-server";
import { expect, needsNode, test } from "./support/fixtures";

const secret = "a secret of the administrator";
const json = { "content-type": "application/json" };
const withCode = { ...json, authorization: "Bearer nk-one" };
const chat = "/api/openai/v1/chat/completions";
const maxBodyBytes = 20_000;

/** A server with everything switched on, or one with little. */
type Kind = "full" | "bare";

/** A request that a server refuses. */
interface Row {
  readonly to?: Kind;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Requests that are sent first. */
  readonly before?: readonly Row[];
  /** What of the request the refusal quotes. */
  readonly quoted?: { readonly path?: string; readonly model?: string };
}

/** Returns the body of a call that makes the provider behind the server answer in one way. */
function asking(answer: string, model = "gpt-4o-mini"): string {
  return JSON.stringify({ model, messages: [], user: answer });
}

const wrongCode = (code: string): Row => ({
  path: "/api/access",
  headers: { authorization: `Bearer nk-${code}`, "x-forwarded-for": "192.0.2.8" },
});
/** A call with one of the codes of CODE_LIMITS. */
const coded = (code: string, path = chat): Row => ({
  path,
  headers: { ...json, authorization: `Bearer nk-${code}` },
  body: asking("401"),
});
const codeLimits = {
  expired: { expires: "2020-01-31" },
  invalid: { perMinute: "often" },
  small: { models: "-all,gpt-4.1", features: [] },
  elsewhere: { providers: ["google"] },
  seldom: { perMinute: 1 },
  single: { atOnce: 1 },
};
/** A wrong secret of the administrator. */
const wrongSecret: Row = { path: "/api/admin/session", headers: json, body: '{"secret":"wrong"}' };
const wrongSecretOf9: Row = { ...wrongSecret, headers: { ...json, "x-forwarded-for": "192.0.2.9" } };
const sharedPage: Row = {
  path: "/api/artifacts",
  headers: { ...withCode, "content-type": "text/html", "x-forwarded-for": "192.0.2.7" },
};
const plugin = (base: string): Row => ({ path: "/api/proxy", headers: { ...withCode, "x-base-url": base } });
const mcpCall = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const siteKey = (address: string) => ({ ...json, authorization: "Bearer sk-own", "x-key-host": address });
const legacyBaidu = "/api/baidu/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions";

/** Requests for each refusal, by the addresses of a provider and of a port where nothing listens. */
function rowsFor(upstream: string, nothing: string): Record<Exclude<Refusal, keyof typeof unprovoked>, Row[]> {
  return {
    malformed: [{ path: chat, body: "{" }],
    "malformed-credential": [{ path: chat, headers: { ...json, "x-api-key": "a,b" } }],
    "code-missing": [{ path: chat, headers: json }],
    "code-wrong": [{ path: "/api/access", headers: { authorization: "Bearer nk-wrong" } }],
    "code-expired": [coded("expired")],
    "code-invalid": [coded("invalid")],
    "code-model": [coded("small")],
    "code-provider": [coded("elsewhere")],
    "code-images": [{ ...coded("small"), path: "/api/openai/v1/images/generations" }],
    "code-voice": [{ ...coded("small"), path: "/api/openai/v1/audio/speech" }],
    "code-tools": [coded("small", "/api/search"), coded("small", "/api/proxy"), coded("small", "/api/mcp")],
    "code-per-minute": [{ ...coded("seldom"), before: [coded("seldom")] }],
    "code-background": [{ ...coded("single"), body: '{"model":"gpt-4o-mini","input":"tide","background":true}' }],
    "key-missing": [{ path: "/api/deepseek/chat/completions" }],
    "key-refused": [
      { path: chat, body: asking("401") },
      { path: chat, body: asking("a refused key") },
      // The token is asked for by code of the bundle that starts the server.
      { path: legacyBaidu, body: asking("", "ernie-3.5-8k") },
    ],
    "search-key-refused": [{ path: "/api/search", body: '{"query":"tide","count":5}' }],
    "own-key-forbidden": [{ to: "bare", path: chat, headers: { ...json, authorization: "Bearer sk-own" } }],
    "foreign-origin": [{ path: chat, headers: { ...withCode, origin: "https://other.example" } }],
    "path-not-relayed": [{ path: "/api/openai/v1/files", quoted: { path: "v1/files" } }],
    "model-not-allowed": [{ path: chat, body: asking("", "gpt-4"), quoted: { model: "gpt-4" } }],
    "own-address-needed": [
      {
        path: "/api/azure/deployments/gpt-4o-mini/chat/completions",
        headers: { ...json, "api-key": "own" },
        body: asking(""),
      },
    ],
    "key-host-changed": [{ path: chat, headers: siteKey("https://former.example"), body: asking("") }],
    // The provider of this test answers a list of models whatever the key.
    "site-key-unchecked": [{ path: chat, headers: siteKey(upstream), body: asking("") }],
    "target-malformed": [plugin("tide")],
    "target-not-allowed": [
      plugin("https://127.0.0.1/"),
      // Its name is looked up by code of the bundle that starts the server.
      plugin("https://blocked.example/"),
      { path: "/api/webdav/chatgpt-next-web/backup.json?endpoint=https://dav.box.com/dav", method: "GET" },
    ],
    "endpoint-not-allowed": [
      { path: "/api/webdav/chatgpt-next-web/backup.json?endpoint=https://other.example", method: "GET" },
    ],
    "sync-path-not-allowed": [
      {
        path: "/api/webdav/other.json?endpoint=https://dav.box.com/dav",
        method: "GET",
        quoted: { path: "GET other.json" },
      },
    ],
    "admin-secret": [wrongSecret],
    "admin-session": [{ path: "/api/admin/config", method: "GET" }],
    "too-many-secrets": [{ ...wrongSecretOf9, before: Array.from({ length: 5 }, () => wrongSecretOf9) }],
    "admin-only": [{ path: "/api/mcp", body: '{"action":"restart"}' }],
    "admin-off": [{ to: "bare", path: "/api/mcp", body: '{"action":"restart"}' }],
    "not-found": [
      { path: "/api/nobody/v1/models" },
      { to: "bare", path: "/api/mcp/unknown", body: mcpCall },
      { path: `/api/artifacts?id=${"0".repeat(5)}`, method: "GET" },
    ],
    "method-not-allowed": [{ path: "/api/access", method: "PUT" }],
    "body-too-large": [{ path: chat, body: asking("0".repeat(maxBodyBytes)) }],
    "not-json": [{ path: chat, headers: { ...withCode, "content-type": "text/plain" } }],
    "not-plain": [{ path: chat, headers: { ...withCode, "content-encoding": "gzip" } }],
    "not-html": [{ path: "/api/artifacts" }],
    "too-many-calls": [{ ...sharedPage, before: Array.from({ length: 10 }, () => sharedPage) }],
    "too-many-codes": [{ ...wrongCode("6"), before: ["1", "2", "3", "4", "5"].map(wrongCode) }],
    "artifacts-off": [{ to: "bare", path: "/api/artifacts?id=x", method: "GET" }],
    "artifact-unsaved": [{ path: "/api/artifacts", headers: { ...withCode, "content-type": "text/html" } }],
    "artifact-unreadable": [{ path: `/api/artifacts?id=${"0".repeat(32)}`, method: "GET" }],
    "mcp-unreadable": [
      { path: "/api/mcp", method: "GET" },
      { path: "/api/mcp/any", body: mcpCall },
    ],
    misconfigured: [{ path: "/api/moonshot/v1/chat/completions", body: asking("", "moonshot-v1-8k") }],
    "upstream-redirected": [{ path: chat, body: asking("302") }],
    "upstream-unreadable": [{ path: "/api/openai/v1/models", method: "GET" }],
    "upstream-unreachable": [{ path: chat, body: asking("nothing") }],
    "target-redirected": [plugin(`${upstream}/302`)],
    "target-unreadable": [plugin(`${upstream}/unknown-coding`)],
    "target-too-large": [plugin(`${upstream}/large`)],
    "target-unreachable": [plugin(nothing)],
  };
}

/** The refusals that no request of this test can provoke, each with the reason. */
const unprovoked = {
  "foreign-host": "A call by fetch has no other Host than its address; host-names.spec.ts has one.",
  "code-at-once": "It needs a reply that is under way; test/lib/server/codes/relay-rights.test.ts has one.",
  "code-unrevocable": "It needs a session; test/lib/server/admin/admin-usage.test.ts has one.",
  "store-unknown": "It needs a store that is down; test/lib/server/admin/admin-usage.test.ts has one.",
  "code-secret-missing": "It needs a session; test/lib/server/admin/admin-route.test.ts has one.",
  "store-unreachable": "It needs a session; test/lib/server/admin/admin-usage.test.ts has one.",
  "code-too-long": "It needs a session; test/lib/server/admin/admin-route.test.ts has one.",
  "code-revoked": "Only a store knows revoked codes; test/lib/server/usage/limits.test.ts has one.",
  "code-tokens-day": "It needs an earlier reply; test/lib/server/usage/metered-relay.test.ts has one.",
  "code-tokens-month": "It needs an earlier reply; test/lib/server/usage/metered-relay.test.ts has one.",
  "code-money": "It needs an earlier reply; test/lib/server/usage/metered-relay.test.ts has one.",
  "code-price": "It needs a model without a price; test/lib/server/usage/metered-relay.test.ts has one.",
  "user-untrusted": "It needs TRUSTED_USER_HEADER; test/lib/server/users/node-users.test.ts has it.",
  "user-malformed": "It needs a trusted proxy; test/lib/server/users/node-users.test.ts has one.",
  "code-uncounted": "It needs a store that is down; test/lib/server/usage/limits.test.ts has one.",
  unexpected: "It stands for a defect of the server.",
  "own-key-refused": "It is the answer of Baidu's own address to a caller's key, which no test asks.",
  "upstream-slow": "A provider has ten minutes to begin its answer, and thirty seconds to give out a token.",
  "target-slow": "A connection has ten seconds.",
} as const satisfies { readonly [R in Refusal]?: string };

/** Returns as a provider or another host does that is asked for something wrong. */
async function upstreamAnswer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "" } = request;
  const body = await bodyOf(request);
  const asked: string = url === "/v1/chat/completions" ? JSON.parse(body).user : url;
  if (asked.endsWith("302")) return void response.writeHead(302, { location: "/elsewhere" }).end();
  if (asked === "401" || asked.startsWith("/refusing-engine/"))
    return void response.writeHead(401, json).end('{"error":{"message":"Wrong key"}}');
  if (asked === "a refused key") {
    const error = { code: "invalid_api_key", message: "Incorrect API key provided" };
    return void response.writeHead(400, json).end(JSON.stringify({ error }));
  }
  if (asked.startsWith("/oauth/")) return void response.writeHead(401, json).end('{"error":"invalid_client"}');
  if (asked === "/unknown-coding") return void response.writeHead(200, { "content-encoding": "tide" }).end("a");
  if (asked === "/large") return void response.writeHead(200, { "content-length": 30_000_000 }).write("a");
  if (asked === "nothing") return void response.destroy();
  response.writeHead(200, json).end("[]");
}

/** Makes every name that the server looks up one of this computer. */
const everyNameHere = `--import data:text/javascript,${encodeURIComponent(
  'import dns from "node:dns/promises"; dns.lookup = async () => [{ address: "127.0.0.1", family: 4 }];',
)}`;

/** Starts both kinds of server; `hosts` are those that plugins may ask. */
async function startServers(
  build: Build,
  { folder, upstream, hosts }: { folder: string; upstream: string; hosts: readonly string[] },
): Promise<Record<Kind, AppServer>> {
  const keys = { OPENAI_API_KEY: "sk-server", BASE_URL: upstream };
  const full = await startApp(build, {
    ...keys,
    NODE_OPTIONS: everyNameHere,
    CODE: ["one", ...Object.keys(codeLimits)].join(),
    CODE_LIMITS: JSON.stringify(codeLimits),
    CUSTOM_MODELS: "-gpt-4",
    TRUST_PROXY: "1",
    MAX_BODY_BYTES: String(maxBodyBytes),
    BAIDU_API_KEY: "baidu-id",
    BAIDU_SECRET_KEY: "baidu-secret",
    BAIDU_URL: upstream,
    MOONSHOT_API_KEY: "sk-moonshot",
    MOONSHOT_URL: "no address at all",
    PLUGIN_PROXY_INTERNAL_HOSTS: hosts.join(),
    SEARCH_ENGINE: "SearXNG",
    SEARCH_API_KEY: "search-key",
    SEARCH_URL: `${upstream}/refusing-engine`,
    ENABLE_MCP: "true",
    MCP_CONFIG_PATH: `${folder}/broken.json`,
    MCP_ADMIN_SECRET: secret,
    ADMIN_SECRET: "a-secret-of-the-page-of-the-administrator",
    // A file stands where the folder would be.
    ARTIFACTS_DIR: `${folder}/broken.json/pages`,
  });
  const bare = await startApp(build, {
    ...keys,
    HIDE_USER_API_KEY: "1",
    ENABLE_MCP: "true",
    MCP_CONFIG_PATH: `${folder}/mcp_config.json`,
  });
  return { full, bare };
}

/** Sends a row's request and returns the status and the body of the answer. */
async function answerTo(servers: Record<Kind, AppServer>, row: Row): Promise<readonly [number, string]> {
  const { to = "full", path, method = "POST", headers = to === "full" ? withCode : json, body = "{}" } = row;
  for (const before of row.before ?? []) await answerTo(servers, before);
  const init = method === "GET" ? {} : { body };
  const response = await fetch(servers[to].url + path, { method, headers, redirect: "manual", ...init });
  return [response.status, await response.text()];
}

test(
  "each error keeps its status and text in a built server, and leaves no stack trace in its log",
  needsNode,
  async ({ build }) => {
    const folder = await makeMcpFolder();
    await writeFile(`${folder.path}/broken.json`, "[");
    await folder.write({});
    const upstream = await startUpstream(upstreamAnswer);
    const nothing = `http://127.0.0.1:${await freePort()}`;
    const servers = await startServers(build, {
      folder: folder.path,
      upstream: upstream.url,
      hosts: [upstream.url, nothing],
    });
    try {
      const wrong: unknown[] = [];
      for (const [refusal, rows] of Object.entries(rowsFor(upstream.url, nothing))) {
        for (const row of rows) {
          const expected = errorResponse(refuse(refusal as Refusal, row.quoted));
          const [status, body] = await answerTo(servers, row);
          if (status === expected.status && body === (await expected.clone().text())) continue;
          wrong.push({ refusal, path: row.path, status, body: body.slice(0, 200) });
        }
      }
      expect(wrong).toEqual([]);
    } finally {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
      await upstream.close();
      await folder.remove();
    }
    for (const server of Object.values(servers)) expect(server.log()).not.toMatch(/^\s+at |unexpected|Error:/m);
  },
);

test("each error has a row, or a reason why it has none", needsNode, () => {
  const rows = rowsFor("http://upstream.example", "http://nothing.example");
  expect(Object.keys({ ...rows, ...unprovoked }).sort()).toEqual(Object.keys(refusals).sort());
  expect(Object.entries(rows).filter(([, each]) => each.length === 0)).toEqual([]);
});
