import { startRedis } from "../support/redis-peer";
import { startApp } from "./support/app-server";
import { startBreakableProxy } from "./support/breakable-proxy";
import {
  expect,
  idlePartsLoaded,
  messages,
  needsNode,
  replyEnded,
  send,
  serverKey,
  stopReply,
  test,
} from "./support/fixtures";

const whole = "The tide comes in. Then it goes out.";

test(
  "with a store, a reply survives a reload and a lost network, and a stop after a reload ends it at the provider",
  needsNode,
  async ({ page, provider, withApp }) => {
    test.setTimeout(120_000);
    const redis = await startRedis();
    const settings = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, REDIS_URL: redis.url };
    try {
      await withApp(settings, async (app) => {
        const next = await startApp("standalone", settings);
        const proxy = await startBreakableProxy(app.url);
        await page.goto(proxy.url);
        await idlePartsLoaded(page);
        const asked = provider.asked.length;
        const abandoned = provider.abandoned();

        await send(page, "recites for a reload");
        const reply = messages(page).nth(1);
        await expect(reply).toContainText("The tide comes in.");
        await page.reload();
        await expect(reply).toContainText("The tide comes in.");
        await idlePartsLoaded(page);
        await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
        await provider.release();
        await expect(reply).toContainText(whole);
        await replyEnded(page);
        await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);

        // The network is away while the rest comes. The way back leads to another instance.
        await send(page, "recites without a network");
        const second = messages(page).nth(3);
        await expect(second).toContainText("The tide comes in.");
        proxy.cut();
        await provider.release();
        await page.waitForTimeout(3000);
        proxy.mend(next.url);
        await expect(second).toContainText(whole);
        await replyEnded(page);

        // A tab that is closed leaves its reply to another one.
        await send(page, "recites for another tab");
        await expect(messages(page).nth(5)).toContainText("The tide comes in.");
        const other = await page.context().newPage();
        await other.goto(page.url());
        await expect(messages(other).nth(5)).toContainText("The tide comes in.");
        await idlePartsLoaded(other);
        await page.close();
        await expect(other.getByRole("button", { name: "Stop" })).toBeVisible();
        await provider.release();
        await expect(messages(other).nth(5)).toContainText(whole);
        await replyEnded(other);
        expect([provider.asked.length - asked, provider.abandoned() - abandoned]).toEqual([3, 0]);

        await send(other, "recites until it is stopped");
        await expect(messages(other).nth(7)).toContainText("The tide comes in.");
        await other.reload();
        await expect(other.getByRole("button", { name: "Stop" })).toBeVisible();
        await stopReply(other);
        await expect.poll(() => provider.abandoned() - abandoned).toBe(1);
        await expect(messages(other).nth(7)).toContainText("The tide comes in.");
        await expect.poll(async () => ((await redis.command("KEYS", "*replies}:p*")) as string[]).length).toBe(0);
        // Nothing can be resumed any more.
        await other.reload();
        await idlePartsLoaded(other);
        await expect(other.getByRole("button", { name: "Stop" })).toHaveCount(0);
        expect(provider.asked.length - asked).toBe(4);
        await proxy.stop();
        await next.stop();
      });
    } finally {
      await redis.stop();
    }
  },
);

test(
  "without a store, a reload ends the reply at the provider, and the text so far stays",
  needsNode,
  async ({ app, page, provider }) => {
    await page.goto(app.url);
    await idlePartsLoaded(page);
    const headers: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/"))
        headers.push(...Object.keys(request.headers()), new URL(request.url()).pathname);
    });
    const abandoned = provider.abandoned();
    await send(page, "recites for a reload");
    await expect(messages(page).nth(1)).toContainText("The tide comes in.");
    await page.reload();
    await expect.poll(() => provider.abandoned() - abandoned).toBe(1);
    await expect(messages(page).nth(1)).toContainText("The tide comes in.");
    await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
    expect(headers.filter((name) => /reply|replies/.test(name))).toEqual([]);
  },
);
