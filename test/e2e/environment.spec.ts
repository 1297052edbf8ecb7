import { startConnectProxy } from "../support/connect-proxy";
import { bodyOf, startUpstream } from "../support/local-upstream";
import { startSocksProxy } from "../support/socks-proxy";
import { noWayOut, startApp } from "./support/app-server";
import { expect, needsNode, needsServer, test } from "./support/fixtures";

test("errors in the settings are reported once, by name and never by value @L6.1", needsServer, async ({ build }) => {
  const app = await startApp(build, {
    BASE_URL: "hidden at all",
    OPENAI_API_KEY: "sk-server",
    MAX_IMAGES: "hidden",
    TRUST_PROXY: "hidden",
    DISABLE_GPT4: "0",
  });
  // The page, the routes and the middleware read the settings each for themselves.
  for (const path of ["/", "/api/config", "/api/access", "/api/openai/v1/models"]) await fetch(app.url + path);
  const status = (await fetch(`${app.url}/api/openai/v1/models`)).status;
  await app.stop();
  expect(status).toBe(500);
  expect(app.log().match(/^Configuration: .*$/gm)).toEqual([
    "Configuration: DISABLE_GPT4 is on, since any value switches it on: leave it empty for off.",
    "Configuration: TRUST_PROXY is on only as `1`.",
    "Configuration: BASE_URL is not a usable address: write https://host/path, without a name, a password, a query or a fragment.",
    "Configuration: MAX_IMAGES is not a whole number above 0, so 10 counts.",
  ]);
  expect(app.log()).not.toContain("hidden");
});

test("an invalid port stops the start with a message", needsNode, async ({ build }) => {
  await expect(startApp(build, { PORT: "tide" })).rejects.toThrow("Configuration: PORT is not a number up to 65535.");
});

for (const kind of ["http", "socks5"]) {
  test(`calls use the operator's ${kind} proxy, which resolves their hosts`, needsNode, async ({ withApp }) => {
    const upstream = await startUpstream(async (request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`data: ${(await bodyOf(request)).length}\n\n`);
    });
    const target = Number(new URL(upstream.url).port);
    const credential = { user: "ada", password: "pass" };
    const proxy = await (kind === "http" ? startConnectProxy(target) : startSocksProxy(target, credential));
    const settings = {
      OPENAI_API_KEY: "sk-server",
      BASE_URL: "http://provider.example",
      PROXY_URL: `${kind}://127.0.0.1:${proxy.port} ada pass`,
    };
    try {
      await withApp({ ...noWayOut, ...settings }, async (app) => {
        const body = JSON.stringify({ model: "gpt-4o-mini", messages: [] });
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`${app.url}/api/openai/v1/chat/completions`, { method: "POST", headers, body });
        expect([answer.status, await answer.text()]).toEqual([200, `data: ${body.length}\n\n`]);
        expect(app.log()).not.toMatch(/Asked for the address|pass/);
      });
      expect(proxy.asked).toEqual([["provider.example:80", kind === "http" ? `Basic ${btoa("ada:pass")}` : "ada"]]);
      expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual(["Bearer sk-server"]);
    } finally {
      await proxy.close();
      await upstream.close();
    }
  });
}
