import { bodyOf, type LocalUpstream, signalOf, startUpstream } from "../support/local-upstream";
import { type AppServer, noWayOut, startApp } from "./support/app-server";
import { test as base, expect, needsServer, serverKey } from "./support/fixtures";
import { exchange, requestOf } from "./support/raw-requests";

const code = "open-sesame";
const withCode = `authorization: Bearer nk-${code}`;

/** What each way out adds by itself: a connection of the server's own, or the edge's `fetch`. */
const ofTheWayOut = {
  standalone: { connection: "close", "accept-encoding": "identity" },
  edge: {
    connection: "keep-alive",
    "accept-encoding": "gzip, deflate",
    "cache-control": "no-cache",
    pragma: "no-cache",
    "sec-fetch-mode": "cors",
  },
};

interface Plugins {
  /** A plugin's server in the local network, which the operator opened. */
  readonly plugin: LocalUpstream;
  readonly app: AppServer;
}

const test = base.extend<object, Plugins>({
  plugin: [
    async ({}, use) => {
      const plugin = await startUpstream(async (request, response) => {
        const got = { url: request.url, headers: request.headers, body: await bodyOf(request) };
        if (request.url === "/moved") return void response.writeHead(302, { location: "/there" }).end();
        if (request.url === "/page") {
          response.writeHead(200, { "content-type": "text/html", "set-cookie": "a=b" });
          return void response.end("<script>alert(1)</script>");
        }
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(got));
      });
      await use(plugin);
      await plugin.close();
    },
    { scope: "worker" },
  ],
  app: [
    async ({ build, plugin }, use) => {
      const settings = { CODE: code, OPENAI_API_KEY: serverKey, PLUGIN_PROXY_INTERNAL_HOSTS: plugin.url };
      const app = await startApp(build, { ...noWayOut, ...settings });
      await use(app);
      await app.stop();
    },
    { scope: "worker" },
  ],
});

test.afterEach(({ app }) => {
  expect(app.log()).not.toMatch(/unexpected|open-sesame|sk-|of the plugin/i);
});

test(
  "a plugin's call is forwarded with the declared parts, and nothing else of the caller @O4.6",
  needsServer,
  async ({ app, plugin, build }) => {
    const response = await fetch(`${app.url}/api/proxy/pets/%E6%BD%AE%20a?name=a+b&name=c`, {
      method: "PUT",
      headers: {
        authorization: `Bearer nk-${code}`,
        cookie: "session=1",
        "content-type": "application/json",
        "x-base-url": `${plugin.url}/v1`,
        "x-forwarded-for": "203.0.113.9",
        "x-plugin-header-authorization": "Bearer of the plugin",
        "x-plugin-header-x-forwarded-for": "203.0.113.9",
      },
      body: '{"tide":"high"}',
    });
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        url: "/v1/pets/%E6%BD%AE%20a?name=a+b&name=c",
        headers: {
          ...ofTheWayOut[build === "edge" ? "edge" : "standalone"],
          host: new URL(plugin.url).host,
          accept: "*/*",
          "accept-language": "*",
          authorization: "Bearer of the plugin",
          "content-length": "15",
          "content-type": "application/json",
          "user-agent": "plugin-relay/1.0",
        },
        body: '{"tide":"high"}',
      },
    ]);
  },
);

test(
  "the base may contain the complete address, including its trailing slash",
  needsServer,
  async ({ app, plugin }) => {
    const headers = { authorization: `Bearer nk-${code}`, "x-base-url": `${plugin.url}/mcp/?key=1` };
    const response = await fetch(`${app.url}/api/proxy`, { method: "DELETE", headers });
    expect((await response.json()).url).toBe("/mcp/?key=1");
  },
);

test("a page is returned as text, and a redirect as an error @O4.3", needsServer, async ({ app, plugin }) => {
  const headers = { authorization: `Bearer nk-${code}`, "x-base-url": plugin.url };
  const page = await fetch(`${app.url}/api/proxy/page`, { headers });
  expect([page.headers.get("content-type"), page.headers.get("set-cookie"), await page.text()]).toEqual([
    "text/plain",
    null,
    "<script>alert(1)</script>",
  ]);
  const moved = await fetch(`${app.url}/api/proxy/moved`, { headers, redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([502, null]);
});

for (const address of [
  "http://127.0.0.1",
  "https://127.0.0.1",
  "https://2130706433",
  "https://0x7f.1",
  "https://017700000001",
  "https://[::1]",
  "https://[::ffff:7f00:1]",
  "https://[64:ff9b::7f00:1]",
  "https://169.254.169.254",
  "https://[fd00:ec2::254]",
  "https://localhost",
  "https://localhost.",
  "https://metadata.google.internal",
  "https://printer.local",
  "https://good.example:8443",
  "http://good.example",
  "https://user:word@good.example",
  "https://good.example\\@127.0.0.1",
  "https://good.example/a/../b",
  "https://good.example/a%2fb",
  "file:///etc/passwd",
  "//127.0.0.1",
]) {
  test(`sends nothing to ${address} @O4.2`, needsServer, async ({ app, plugin }) => {
    const before = plugin.arrived.length;
    const request = requestOf("GET", "/api/proxy/a", [withCode, `x-base-url: ${address}`]);
    expect([400, 403]).toContain((await exchange(app, request)).status);
    expect(plugin.arrived).toHaveLength(before);
    expect(app.log()).not.toContain("good.example");
  });
}

for (const { name, status, lines } of [
  { name: "no code", status: 401, lines: [] },
  { name: "a wrong code", status: 401, lines: ["authorization: Bearer nk-tide"] },
  { name: "a key in place of the code", status: 401, lines: ["authorization: Bearer sk-own"] },
  { name: "another site's page", status: 403, lines: [withCode, "origin: https://evil.example"] },
]) {
  test(`with ${name}, nothing is sent`, needsServer, async ({ app, plugin }) => {
    const before = plugin.arrived.length;
    const request = requestOf("GET", "/api/proxy/a", [...lines, `x-base-url: ${plugin.url}`]);
    expect((await exchange(app, request)).status).toBe(status);
    expect(plugin.arrived).toHaveLength(before);
  });
}

for (const { name, path = "/api/proxy/a", lines = [] } of [
  { name: "two addresses", lines: ["x-base-url: https://good.example"] },
  { name: "a hidden separator", path: "/api/proxy/a%2fb" },
  { name: "a hidden separator, twice encoded", path: "/api/proxy/a%252fb" },
  { name: "a line break", path: "/api/proxy/a%0d%0ahost:b" },
  { name: "a zero", path: "/api/proxy/a%00" },
]) {
  test(`a call with ${name} is rejected`, needsServer, async ({ app, plugin }) => {
    const before = plugin.arrived.length;
    const request = requestOf("GET", path, [withCode, `x-base-url: ${plugin.url}`, ...lines]);
    expect((await exchange(app, request)).status).toBe(400);
    expect(plugin.arrived).toHaveLength(before);
  });
}

test("sends nothing of a body that is cut off", needsServer, async ({ app, plugin }) => {
  const before = plugin.arrived.length;
  const lines = [withCode, `x-base-url: ${plugin.url}`, "content-length: 100"];
  await exchange(app, requestOf("POST", "/api/proxy/a", lines, "{"), true);
  expect(plugin.arrived).toHaveLength(before);
});

test("events arrive one by one, and a caller that disconnects ends the call", needsServer, async ({ build }) => {
  const isGone = signalOf();
  const server = await startUpstream((_request, response) => {
    response.on("close", () => isGone.give());
    response.writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": "s1" });
    response.write("data: one\n\n");
  });
  const app = await startApp(build, { PLUGIN_PROXY_INTERNAL_HOSTS: server.url });
  const caller = new AbortController();
  const headers = { accept: "text/event-stream", "x-base-url": server.url };
  const response = await fetch(`${app.url}/api/proxy/mcp`, { headers, signal: caller.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect([response.headers.get("mcp-session-id"), await reader?.read()]).toEqual([
    "s1",
    { done: false, value: "data: one\n\n" },
  ]);
  const rest = reader?.read().catch(() => undefined);
  caller.abort();
  await isGone.given;
  await rest;
  await server.close();
  await app.stop();
});
