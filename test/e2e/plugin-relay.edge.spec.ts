import { expect, test } from "@playwright/test";
import { bodyOf, startUpstream } from "../support/local-upstream";
import { startApp } from "./support/app-server";

test("on the edge runtime, plugins are relayed by the same rules, and no process is started", async () => {
  const plugin = await startUpstream(async (request, response) => {
    if (request.url === "/moved") return void response.writeHead(302, { location: "/there" }).end();
    response.writeHead(200, { "content-type": "text/html", "mcp-session-id": "s1" });
    response.end(`${request.method} ${request.url} ${request.headers["x-tide"]} ${await bodyOf(request)}`);
  });
  const settings = {
    PLUGIN_PROXY_INTERNAL_HOSTS: plugin.url,
    ENABLE_MCP: "true",
    MCP_ADMIN_SECRET: "sixteen letters!",
  };
  const app = await startApp("edge", settings);
  try {
    const call = (path: string, base: string, init: RequestInit = {}) =>
      fetch(app.url + path, { ...init, headers: { "x-base-url": base, "x-plugin-header-x-tide": "high" } });
    const response = await call("/api/proxy/pets/7?a=1&path=2", `${plugin.url}/v1`, { method: "PUT", body: "words" });
    expect([response.status, response.headers.get("content-type"), response.headers.get("mcp-session-id")]).toEqual([
      200,
      "text/plain",
      "s1",
    ]);
    expect(await response.text()).toBe("PUT /v1/pets/7?a=1&path=2 high words");
    expect((await call("/api/proxy/moved", plugin.url)).status).toBe(502);
    expect((await call("/api/proxy/a", "https://169.254.169.254")).status).toBe(403);
    expect((await call("/api/proxy/a", "https://localhost")).status).toBe(403);
    expect((await fetch(`${app.url}/api/mcp`)).status).toBe(404);
    expect(await (await fetch(`${app.url}/api/config`)).json()).toMatchObject({ enableMcp: false });
  } finally {
    await plugin.close();
    await app.stop();
  }
});
