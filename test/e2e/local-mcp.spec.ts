import { readFile } from "node:fs/promises";
import { isRunning, makeMcpFolder, peerCommand } from "../support/mcp-peers";
import { startApp } from "./support/app-server";
import {
  chooseTool,
  expect,
  messages,
  needsNode,
  newChat,
  replyEnded,
  send,
  serverKey,
  test,
} from "./support/fixtures";

const secret = "a secret of the administrator";

test(
  "a built server runs MCP servers without its own keys, and ends them when it stops @T9.1 @S2",
  needsNode,
  async ({ build }) => {
    const folder = await makeMcpFolder();
    const app = await startApp(build, {
      ENABLE_MCP: "true",
      MCP_CONFIG_PATH: folder.file,
      MCP_ADMIN_SECRET: secret,
      OPENAI_API_KEY: "sk-server-0123456789",
      CODE: "one",
    });
    const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
      const sent = { authorization: "Bearer nk-one", "content-type": "application/json", ...headers };
      const response = await fetch(app.url + path, { method: "POST", headers: sent, body: JSON.stringify(body) });
      return response.json();
    };
    const pids = "console.error(process.pid); setInterval(() => {}, 1000)";
    try {
      const add = (id: string, config: unknown) =>
        post("/api/mcp", { action: "add", id, config }, { "x-mcp-admin-secret": secret });
      expect(await (await fetch(`${app.url}/api/config`)).json()).toMatchObject({ enableMcp: true });
      await add("all", peerCommand("everything"));
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get-env", arguments: {} } };
      const { result } = await post("/api/mcp/all", call);
      expect(JSON.parse(result.content[0].text)).toHaveProperty("PATH");
      expect(result.content[0].text).not.toMatch(/sk-server|MCP_|CODE|OPENAI|NODE_ENV/);
      await add("mute", { command: process.execPath, args: ["-e", pids] });
      const log = () => post("/api/mcp", { action: "log", id: "mute" }, { "x-mcp-admin-secret": secret });
      await expect.poll(async () => (await log()).lines).toHaveLength(1);
      const [pid] = (await log()).lines.map(Number);
      expect(isRunning(pid)).toBe(true);
      await app.stop();
      await expect.poll(() => isRunning(pid)).toBe(false);
      expect(Object.keys(JSON.parse(await readFile(folder.file, "utf8")).mcpServers)).toEqual(["all", "mute"]);
    } finally {
      await app.stop();
      await folder.remove();
    }
  },
);

test("without local MCP servers there are no routes for them @H5.3 @T9.1", needsNode, async ({ withApp }) => {
  await withApp({ MCP_ADMIN_SECRET: secret }, async ({ url }) => {
    expect((await fetch(`${url}/api/mcp`)).status).toBe(404);
    expect(await (await fetch(`${url}/api/config`)).json()).toMatchObject({ enableMcp: false });
  });
});

test(
  "the operator's servers are shown in the market, paused and started with the secret, and called from a chat",
  needsNode,
  async ({ page, provider, withApp }) => {
    const folder = await makeMcpFolder();
    await folder.write({ all: peerCommand("everything") });
    const settings = {
      ENABLE_MCP: "true",
      MCP_CONFIG_PATH: folder.file,
      MCP_ADMIN_SECRET: secret,
      OPENAI_API_KEY: serverKey,
      BASE_URL: provider.url,
    };
    try {
      await withApp(settings, async ({ url }) => {
        await page.goto(url);
        await page.getByRole("link", { name: "MCP", exact: true }).click();
        const row = page.getByRole("list", { name: "This site’s servers" }).getByRole("listitem");
        await expect(row).toContainText("Running");
        await row.getByRole("button", { name: /^Stop/ }).click();
        const asked = page.getByRole("dialog", { name: "Admin secret" });
        await asked.getByLabel("Secret", { exact: true }).fill(secret);
        await asked.getByRole("button", { name: "Continue" }).click();
        await expect(row).toContainText("Stopped");
        await row.getByRole("button", { name: /^(Run|Start)/ }).click();
        await expect(row).toContainText("Running");

        await row.getByRole("button", { name: "Configure: all" }).click();
        const command = page.getByRole("dialog", { name: "Configure all" });
        await expect(command.getByLabel("Command", { exact: true })).toHaveValue(process.execPath);
        await command.getByRole("button", { name: "Add variable" }).click();
        await command.getByLabel("Variable", { exact: true }).fill("TIDE");
        await command.getByLabel("Value", { exact: true }).fill("high");
        await command.getByRole("button", { name: "Save and start" }).click();
        await expect(row).toContainText("Running");
        await row.getByRole("button", { name: "Configure: all" }).click();
        await expect(command.getByLabel("Value", { exact: true })).toHaveValue("•••");
        await page.keyboard.press("Escape");
        await row.getByRole("button", { name: "Error log: all" }).click();
        await expect(page.getByRole("dialog", { name: "Error log of all" })).toBeVisible();
        await page.keyboard.press("Escape");

        await newChat(page);
        await chooseTool(page, "all");
        await send(page, 'calls echo {"message":"neap tide"}');
        await page.getByRole("button", { name: "Allow once" }).click();
        await replyEnded(page);
        await expect(messages(page).last()).toContainText("The tools said: Echo: neap tide");
      });
    } finally {
      await folder.remove();
    }
  },
);
