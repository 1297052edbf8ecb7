import { execFile } from "node:child_process";
import { copyFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, messages, needsNode, needsServer, replyEnded, send, serverKey, test } from "./support/fixtures";

test(
  "a code with a limit shows what is left in the settings and above the message box, and why it is refused",
  needsServer,
  async ({ page, provider, withApp }) => {
    const settings = {
      OPENAI_API_KEY: serverKey,
      BASE_URL: provider.url,
      CODE: "open sesame",
      CODE_LIMITS: '{"open sesame":{"tokensPerDay":20}}',
    };
    await withApp(settings, async (app) => {
      await page.goto(`${app.url}/settings#access`);
      await page.getByLabel("Access code", { exact: true }).fill("open sesame");
      // Without opening the settings again.
      await expect(page.getByText(/^Tokens today: 20 of 20\. Renews \S/)).toBeVisible();
      await page.goto(app.url);
      await send(page, "How high is the tide at the harbour this evening, and when does it turn?");
      await expect(messages(page).nth(1)).toContainText("You said: How high is the tide");
      await replyEnded(page);
      await expect(page.getByText(/^Tokens today: 0 of 20\./)).toBeVisible();
      await send(page, "And tomorrow?");
      await expect(messages(page).nth(3)).toContainText("tokens for today are used up");
    });
  },
);

test(
  "a user of a sign-in proxy sees what is left, and no controls of features that are not included",
  needsNode,
  async ({ page, provider, withApp }) => {
    const settings = {
      OPENAI_API_KEY: serverKey,
      BASE_URL: provider.url,
      TRUSTED_USER_HEADER: "X-Forwarded-User",
      TRUSTED_PROXIES: "127.0.0.1",
      USER_LIMITS: '{"*":{"tokensPerDay":20,"features":[]}}',
    };
    await page.setExtraHTTPHeaders({ "x-forwarded-user": "ada@example.com" });
    await withApp(settings, async (app) => {
      await page.goto(`${app.url}/settings#access`);
      await expect(page.getByText(/^Tokens today: 20 of 20\. Renews \S/)).toBeVisible();
      await expect(page.getByText("What you have left")).toBeVisible();
      await page.goto(app.url);
      await expect(page.getByRole("button", { name: "Add files" })).toBeVisible();
      await expect(page.getByRole("button", { name: /^Tools/ })).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Search the web" })).toHaveCount(0);
      await send(page, "How high is the tide at the harbour this evening, and when does it turn?");
      await replyEnded(page);
      await expect(page.getByText(/^Tokens today: 0 of 20\./)).toBeVisible();
      await send(page, "And tomorrow?");
      await expect(messages(page).nth(3)).toContainText("Your tokens for today are used up.");
    });
  },
);

test(
  "the command of the standalone build runs without the project, and makes a code that the server accepts",
  needsNode,
  async ({ provider, withApp }) => {
    const CODE_SECRET = "a secret of the tests: 0123456789 0123456789";
    const folder = await mkdtemp(join(tmpdir(), "parley-code-"));
    await copyFile(".next/standalone/code.mjs", join(folder, "code.mjs"));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["code.mjs", "--id", "ada", "--name", "Ada", "--tokens-per-day", "20", "--site", "https://chat.example"],
      { cwd: folder, env: { PATH: process.env.PATH, CODE_SECRET } as unknown as NodeJS.ProcessEnv },
    );
    const [code = "", link] = stdout.split("\n");
    expect(link).toBe(`https://chat.example/#/?code=${code}`);
    await withApp({ OPENAI_API_KEY: serverKey, BASE_URL: provider.url, CODE_SECRET }, async (app) => {
      const response = await fetch(`${app.url}/api/access`, {
        method: "POST",
        headers: { authorization: `Bearer nk-${code}`, accept: "application/json" },
      });
      expect(await response.json()).toMatchObject({ rights: { name: "Ada", tokensPerDay: 20 } });
    });
  },
);
