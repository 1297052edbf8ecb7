import { devices, type Page } from "@playwright/test";
import { startUpstream } from "../support/local-upstream";
import { startRedis } from "../support/redis-peer";
import { arabic } from "../support/words";
import { freePort, startApp } from "./support/app-server";
import { axeFindings } from "./support/axe";
import { expect, messages, needsNode, needsServer, send, serverKey, test } from "./support/fixtures";

const adminSecret = "a-secret-of-the-page-of-the-administrator";
const codeSecret = "the-secret-of-signed-codes-of-these-tests";

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin`);
  await page.getByLabel("Administrator secret").fill(adminSecret);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Access codes" })).toBeVisible();
}

/** Charts the usage of the code `signed ada` by keyboard, also on a narrow phone. */
async function chartBy(page: Page): Promise<void> {
  const usage = page.getByRole("region", { name: "Usage", exact: true });
  const grouping = usage.getByRole("radiogroup", { name: "Group tokens by" });
  const bars = usage.getByRole("listitem");
  await expect(bars).toHaveText([/^\d{4}-\d\d-\d\d: [\d,]+/]);
  await grouping.getByRole("radio", { name: "Day" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(grouping.getByRole("radio", { name: "Code" })).toBeFocused();
  await expect(bars).toHaveText([/^signed ada [\d,]+/]);
  await page.keyboard.press("ArrowRight");
  await expect(grouping.getByRole("radio", { name: "Model" })).toBeChecked();
  await expect(bars).toHaveText([/^gpt-4o-mini [\d,]+/]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const bar = await bars.first().boundingBox();
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual(360);
  expect(await axeFindings(page)).toEqual([]);
  if (size) await page.setViewportSize(size);
}

test(
  "the administrator makes a code, which works, and tests the provider @A2.10",
  needsNode,
  async ({ page, provider, withApp, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const upstream = await startUpstream((_request, response) => {
      const choices = [{ message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }];
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ choices }));
    });
    const settings = {
      ADMIN_SECRET: adminSecret,
      CODE_SECRET: codeSecret,
      OPENAI_API_KEY: serverKey,
      BASE_URL: provider.url,
      ENABLE_DEMO: "1",
      DISABLE_DEMO: "1",
      DEEPSEEK_API_KEY: serverKey,
      DEEPSEEK_URL: upstream.url,
    };
    await withApp(settings, async (app) => {
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await page.goto(`${app.url}/admin`);
      await expect(page).toHaveTitle("Administration · Parley");
      expect(await axeFindings(page)).toEqual([]);
      const secret = page.getByLabel("Administrator secret");
      await secret.fill("a guess");
      await page.keyboard.press("Enter");
      await expect(secret).toHaveAccessibleDescription(/Wrong secret\./);
      await expect(secret).toBeFocused();
      await secret.fill(adminSecret);
      await page.keyboard.press("Enter");

      // The configuration, with its contradiction and without secrets.
      await expect(
        page.getByText("ENABLE_DEMO has no effect beside DISABLE_DEMO: leave one of them empty."),
      ).toBeVisible();
      await expect(page.getByRole("rowheader", { name: "CODE_SECRET" })).toBeVisible();
      expect(await page.content()).not.toContain(codeSecret);
      expect(await context.cookies()).toEqual([]);
      expect(JSON.stringify(await context.storageState())).not.toContain(adminSecret);

      // Test calls: the provider of the tests refuses replies that are not streamed.
      await page.getByRole("button", { name: "Test: OpenAI" }).click();
      await expect(page.getByText(/^Failed: status 503, .* No titles today\.$/)).toBeVisible();
      await page.getByRole("button", { name: "Test: DeepSeek" }).click();
      await expect(page.getByText(/^Works: status 200, /)).toBeVisible();

      // A code.
      await page.getByLabel("Name", { exact: true }).fill("Ada");
      await page.getByLabel("Models", { exact: true }).fill("-all,+gpt-4o-mini@openai");
      await page.getByLabel("ID", { exact: true }).fill("Ada");
      await page.getByRole("button", { name: "Make code" }).click();
      const id = page.getByLabel("ID", { exact: true });
      await expect(id).toHaveAccessibleDescription(/Invalid entry\./);
      await id.fill("ada");
      await page.getByRole("button", { name: "Make code" }).click();
      await page.getByRole("button", { name: "Copy link" }).click();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).toMatch(new RegExp(`^${app.url}/#/\\?code=c1\\.`));
      expect(await axeFindings(page)).toEqual([]);

      // The same code again, from its link, with another limit.
      await page.getByLabel("Code or link").fill(link);
      await page.getByRole("button", { name: "Show rights" }).click();
      await expect(page.getByRole("definition").filter({ hasText: /^Ada$/ })).toBeVisible();
      await page.getByRole("button", { name: "Change rights" }).click();
      await expect(id).toHaveValue("ada");
      await page.getByLabel("Requests per minute").fill("7");
      // Without a store, only calls with a limit of tokens or money are metered.
      await page.getByLabel("Tokens per day").fill("1000000");
      await page.getByRole("button", { name: "Make code" }).click();
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      const code = await page.evaluate(() => navigator.clipboard.readText());
      const answer = await fetch(`${app.url}/api/access`, {
        method: "POST",
        headers: { authorization: `Bearer nk-${code}`, accept: "application/json" },
      });
      const features = ["images", "voice", "tools"];
      expect(await answer.json()).toMatchObject({
        rights: { name: "Ada", models: "-all,+gpt-4o-mini@openai", features, perMinute: 7, tokensPerDay: 1_000_000 },
      });

      // A reload ends the session.
      await page.reload();
      await expect(secret).toBeVisible();

      // The holder of the code chats.
      await page.goto(`${app.url}/auth`);
      await page.getByLabel("Access code", { exact: true }).fill(code);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/chat/);
      await send(page, "with a code");
      await expect(messages(page).nth(1)).toContainText("You said: with a code");
      // Models that the code lacks are not offered.
      await page.getByRole("button", { name: /^Model: / }).click();
      const models = page.getByRole("listbox", { name: "Model" }).getByRole("option");
      await expect(models.filter({ hasText: "gpt-4o-mini" }).first()).toBeVisible();
      await expect(models.filter({ hasNotText: "gpt-4o-mini" })).toHaveCount(0);
      await page.keyboard.press("Escape");

      // The administrator sees the call, and revokes the code.
      await signIn(page, app.url);
      const usage = page.getByRole("region", { name: "Usage", exact: true }).getByRole("table");
      const row = usage.getByRole("row").filter({ hasText: "signed ada" }).filter({ hasText: "gpt-4o-mini" });
      await expect(row).toHaveCount(1);
      const csv = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download CSV" }).click();
      expect((await csv).suggestedFilename()).toBe("usage.csv");
      expect(await axeFindings(page)).toEqual([]);
      await chartBy(page);
      await page.getByLabel("Code or link").fill(code);
      await page.getByRole("button", { name: "Show rights" }).click();
      await page.getByRole("button", { name: "Revoke" }).click();
      await expect(page.getByRole("heading", { level: 3, name: "Revoked codes" })).toBeVisible();
      const access = () =>
        fetch(`${app.url}/api/access`, { method: "POST", headers: { authorization: `Bearer nk-${code}` } });
      expect((await access()).ok).toBe(false);
      await page.getByRole("button", { name: "Reinstate: signed ada" }).click();
      await expect(page.getByRole("heading", { level: 3, name: "Revoked codes" })).toHaveCount(0);
      expect((await access()).ok).toBe(true);
      await upstream.close();
    });
  },
);

test(
  "on a phone, the chart begins with the newest days, also from right to left",
  needsNode,
  async ({ browser, withApp }) => {
    const redis = await startRedis();
    try {
      const days = Array.from({ length: 30 }, (_, age) => new Date(Date.now() - age * 86_400_000).toISOString());
      for (const [age, day] of days.entries()) {
        const field = JSON.stringify(["signed ada", "gpt-4o-mini", "input"]);
        await redis.command("HSET", `{parley-usage}:usage:${day.slice(0, 10)}`, field, String(1000 + age));
      }
      await withApp({ ADMIN_SECRET: adminSecret, REDIS_URL: redis.url }, async (app) => {
        const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
        const context = await browser.newContext({ ...phone, reducedMotion: "reduce" });
        const page = await context.newPage();
        await signIn(page, app.url);
        const bars = page.getByRole("listitem").filter({ hasText: /^\d{4}-\d\d-\d\d:/ });
        const expectNewest = async () => {
          await expect(bars.last()).toBeAttached();
          expect(await bars.count()).toBeGreaterThan(28);
          await bars.last().locator("..").scrollIntoViewIfNeeded();
          await expect(bars.last()).toBeInViewport({ ratio: 0.9 });
          await expect(bars.first()).not.toBeInViewport();
        };
        await expectNewest();
        await page.evaluate(() => localStorage.setItem("lang", "ar"));
        await page.reload();
        await page.getByLabel(arabic.admin.secret).fill(adminSecret);
        await page.keyboard.press("Enter");
        await expectNewest();
        await context.close();
      });
    } finally {
      await redis.stop();
    }
  },
);

test("the page works on a phone, dark and in Arabic", needsNode, async ({ browser, provider, withApp }) => {
  const settings = {
    ADMIN_SECRET: adminSecret,
    OPENAI_API_KEY: serverKey,
    BASE_URL: provider.url,
    CODE_SECRET: codeSecret,
  };
  await withApp(settings, async (app) => {
    const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
    const context = await browser.newContext({ ...phone, colorScheme: "dark", reducedMotion: "reduce" });
    const page = await context.newPage();
    await signIn(page, app.url);
    expect(await axeFindings(page)).toEqual([]);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.evaluate(() => localStorage.setItem("lang", "ar"));
    await page.reload();
    await page.getByLabel(arabic.admin.secret).fill(adminSecret);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: arabic.admin.codes })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await context.close();
  });
});

test("a port of its own has the metrics without a secret, and only those", needsNode, async ({ build, provider }) => {
  const port = await freePort();
  const app = await startApp(build, {
    OPENAI_API_KEY: serverKey,
    BASE_URL: provider.url,
    METRICS_PORT: String(port),
  });
  try {
    const read = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    await fetch(`${app.url}/api/config`);
    const metrics = await read("/metrics");
    expect(metrics.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    expect(await metrics.text()).toMatch(/^parley_requests_total\{route="config",status="2xx"\} [1-9]/m);
    for (const path of ["/", "/api/config", "/api/health", "/admin"]) expect((await read(path)).status).toBe(404);
    // The app's own port has none without ADMIN_SECRET.
    expect((await fetch(`${app.url}/api/metrics`)).status).toBe(404);
    expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
  } finally {
    await app.stop();
  }
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

test(
  "without a secret there is no page, at none of its addresses @A2.10",
  needsServer,
  async ({ keyless, withApp }) => {
    for (const path of [
      "/admin",
      "/admin?_rsc=1",
      "/%61dmin",
      "/admin/",
      "/admin.segments/_tree.segment.rsc",
      "/api/admin/config",
      "/api/metrics",
    ]) {
      const response = await fetch(keyless.url + path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).not.toContain("admin-screen");
    }
    await withApp({ ADMIN_SECRET: adminSecret }, async ({ url }) => {
      const response = await fetch(`${url}/admin`);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
      expect(html).toContain('http-equiv="Content-Security-Policy"');
      expect(response.headers.get("x-frame-options")).toBe("DENY");
      const metrics = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${adminSecret}` } });
      expect(await metrics.text()).toContain("parley_open_replies 0");
    });
  },
);
