import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { buttonNamed, fieldNamed, filesWith, newHome, openWindow, removeHome, until } from "./window.mjs";

const token = "token-of-the-sign-in-4711";
const home = newHome();
const shown = join(home, "browser.html");
const registered = [];
let server;
let url;
let window;

/** An MCP server that requires a sign-in, and its authorization server, which signs in at once. */
async function respond(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(request.url, url);
  const json = (value, status = 200, headers = {}) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };
  if (pathname === "/.well-known/oauth-authorization-server")
    return json({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      registration_endpoint: `${url}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    });
  if (pathname === "/register") {
    registered.push(...JSON.parse(body).redirect_uris);
    return json({ ...JSON.parse(body), client_id: "parley" }, 201);
  }
  if (pathname === "/authorize") {
    const back = new URL(searchParams.get("redirect_uri"));
    back.search = new URLSearchParams({ code: "right", state: searchParams.get("state") });
    response.writeHead(302, { location: back.href });
    return response.end();
  }
  if (pathname === "/token") return json({ access_token: token, token_type: "bearer" });
  if (pathname !== "/mcp") return json({}, 404);
  if (request.headers.authorization !== `Bearer ${token}`) return json({}, 401, { "www-authenticate": "Bearer" });
  if (request.method !== "POST") return json({}, 405);
  const { id, method, params } = JSON.parse(body);
  if (id === undefined) return json({}, 202);
  const results = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "Tides", version: "1" },
    },
    "tools/list": { tools: [{ name: "tide", description: "The tide", inputSchema: { type: "object" } }] },
  };
  return json({ jsonrpc: "2.0", id, result: results[method] ?? {} });
}

before(async () => {
  server = createServer(respond).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${server.address().port}`;
  // The browser of the system: it follows redirects, and stores what it shows.
  const programs = join(home, "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, "xdg-open"), `#!/bin/sh\ncurl -sSL --max-time 20 "$1" > "${shown}"\n`);
  chmodSync(join(programs, "xdg-open"), 0o755);
  window = await openWindow(home, { PATH: `${programs}:${process.env.PATH}` });
});

after(async () => {
  await window?.close();
  server?.close();
  removeHome(home);
});

test("a sign-in at an MCP server goes through the system's browser and comes back", async () => {
  await window.goTo("tauri://localhost/mcp-market/");
  await window.click(buttonNamed, "Add server");
  await window.type(`${url}/mcp`, fieldNamed, "Address");
  await window.click(buttonNamed, "Connect");
  await window.click(
    () => [...document.querySelectorAll("button")].find((each) => each.textContent === "Sign in"),
    "Sign in",
  );
  await window.shows("1 tool");
  await until("the browser’s page", () => existsSync(shown) && readFileSync(shown, "utf8") !== "");
  assert.match(readFileSync(shown, "utf8"), /<p>You can close this tab and go back to Parley\.$/);
  assert.match(registered[0], /^http:\/\/127\.0\.0\.1:\d+\/oauth$/);
  assert.equal(await window.run(() => location.origin), "tauri://localhost");
});

test("the port of the sign-in is closed afterwards, and its token is in no file", async () => {
  await assert.rejects(fetch(registered[0]), TypeError);
  await window.close();
  assert.deepEqual(filesWith(home, token), []);
});
