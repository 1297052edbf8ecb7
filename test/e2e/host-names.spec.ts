import { startUpstream } from "../support/local-upstream";
import { makeMcpFolder } from "../support/mcp-peers";
import { startApp } from "./support/app-server";
import { expect, needsNode, test } from "./support/fixtures";
import { exchange, requestOf } from "./support/raw-requests";

const refusal =
  '{"error":{"code":"not-allowed","message":"Calls to this host name are not allowed. The administrator can add it to ALLOWED_HOSTS."}}';
const json = ["content-type: application/json", "content-length: 2"];

/** A call as a browser sends it for a page of that host, with every header that it writes itself. */
function callOf(target: string, host: string, version = "1.1"): string {
  const isCalled = target === "/api/config" || target === "/api/mcp";
  return [
    `${isCalled ? "GET" : "POST"} ${target} HTTP/${version}`,
    ...(host === "" ? [] : [`host: ${host}`, `origin: http://${host}`]),
    "sec-fetch-site: same-origin",
    "connection: close",
    ...(isCalled ? [] : json),
    "",
    isCalled ? "" : "{}",
  ].join("\r\n");
}

test(
  "a page whose host name was rebound to this server reaches neither keys nor tools @H5.1",
  needsNode,
  async ({ build }) => {
    const folder = await makeMcpFolder();
    const settings = {
      ENABLE_MCP: "true",
      MCP_CONFIG_PATH: folder.file,
      OPENAI_API_KEY: "sk-server-0123456789",
      BASE_URL: "http://127.0.0.1:9",
      ALLOWED_HOSTS: "chat.example",
    };
    const targets = ["/api/config", "/api/mcp", "/api/mcp/all", "/api/openai/v1/chat/completions", "/api/proxy/x"];
    const statusesOf = async (app: Awaited<ReturnType<typeof startApp>>, host: string, version?: string) => {
      const answers = targets.map((target) => exchange(app, callOf(target, host, version)));
      return (await Promise.all(answers)).map(({ status, answer }) => (answer.includes(refusal) ? "refused" : status));
    };
    const [local, open] = await Promise.all([
      startApp(build, settings),
      startApp(build, { ...settings, HOST: "0.0.0.0" }),
    ]);
    try {
      const all = targets.map(() => "refused");
      const port = new URL(local.url).port;
      expect(await statusesOf(local, `evil.example:${port}`)).toEqual(all);
      expect(await statusesOf(local, `EVIL.example.:${port}`)).toEqual(all);
      // A request of HTTP/1.0 may name no host.
      expect(await statusesOf(local, "", "1.0")).toEqual(all);
      const reached = [200, 200, 400, 502, 400];
      for (const host of [`127.0.0.1:${port}`, "localhost.", "[::1]:3000", "Chat.Example"]) {
        expect(await statusesOf(local, host)).toEqual(reached);
      }
      expect(await statusesOf(open, `evil.example:${port}`)).toEqual([200, "refused", "refused", 502, 400]);
      const warnings = (log: string) => log.match(/^Configuration: .*$/gm);
      expect([warnings(local.log()), warnings(open.log())]).toEqual([
        null,
        ["Configuration: CODE is empty and other computers reach this server: everybody who does uses its keys."],
      ]);
    } finally {
      await Promise.all([local.stop(), open.stop()]);
      await folder.remove();
    }
  },
);

test("an image of another site changes no folder on a sync server @H5.1", needsNode, async ({ withApp }) => {
  const store = await startUpstream((_request, response) => void response.writeHead(201).end());
  try {
    await withApp({ WHITE_WEBDAV_ENDPOINTS: store.url }, async (app) => {
      const target = `/api/webdav/chatgpt-next-web?endpoint=${encodeURIComponent(store.url)}&proxy_method=MKCOL`;
      const statusOf = async (site: string) =>
        (await exchange(app, requestOf("GET", target, [`sec-fetch-site: ${site}`]))).status;
      expect(await Promise.all(["cross-site", "same-site", "same-origin", "none"].map(statusOf))).toEqual([
        403, 403, 201, 201,
      ]);
      expect(store.arrived.map(({ method }) => method)).toEqual(["MKCOL", "MKCOL"]);
    });
  } finally {
    await store.close();
  }
});
