import type { Page } from "@playwright/test";
import { startUpstream } from "../support/local-upstream";
import { type RedisPeer, startRedis } from "../support/redis-peer";
import { type AppServer, startApp } from "./support/app-server";
import { startBreakableProxy } from "./support/breakable-proxy";
import {
  test as base,
  chooseTool,
  expect,
  idlePartsLoaded,
  messages,
  needsNode,
  newChat,
  replyEnded,
  send,
  serverKey,
  stopReply,
} from "./support/fixtures";
import type { FakeProvider } from "./support/provider";
import { askSeveral, column, replies } from "./support/side-by-side";
import { storedReplies } from "./support/stored-replies";

interface Stored {
  readonly app: AppServer;
  readonly settings: Record<string, string>;
  readonly redis: RedisPeer;
}

/** An app with a store. */
const test = base.extend<object, { readonly stored: Stored }>({
  stored: [
    async ({ provider, withApp }, use) => {
      const redis = await startRedis();
      const settings = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, REDIS_URL: redis.url };
      await withApp(settings, (app) => use({ app, settings, redis }));
      await redis.stop();
    },
    { scope: "worker" },
  ],
});

const whole = "The tide comes in. Then it goes out.";

/** Reloads the page, and waits until it resumes what can be resumed. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await idlePartsLoaded(page);
  await expect(page.getByRole("button", { name: "Stop" }).first()).toBeVisible();
}

/** The models of a comparison. */
const models = ["gpt-4o-mini", "gpt-4o", "gpt-4.1"];

test(
  "with a store, a reply survives a reload and a lost network, and a stop after a reload ends it at the provider",
  needsNode,
  async ({ page, provider, stored: { app, settings, redis } }) => {
    test.setTimeout(120_000);
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
  },
);

test(
  "with a store, a reply survives reloads between its tools' rounds, and each tool runs once",
  needsNode,
  async ({ page, provider, stored: { app } }) => {
    const alerts = await startUpstream((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" });
      response.end('"Mailed."');
    });
    const content = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Alerts", version: "1" },
      servers: [{ url: alerts.url }],
      paths: { "/mail": { get: { operationId: "mail", summary: "Mails an alert" } } },
    });
    await page.goto(app.url);
    await page.evaluate((document) => {
      const plugin = { id: "alerts", createdAt: 1, title: "Alerts", version: "1", content: document };
      const state = { plugins: { alerts: plugin } };
      localStorage.setItem("chat-next-web-plugin", JSON.stringify({ state, version: 1 }));
    }, content);
    await page.reload();
    await newChat(page);
    await chooseTool(page, "Alerts");
    await idlePartsLoaded(page);
    const asked = provider.asked.length;
    const abandoned = provider.abandoned();
    await send(page, "asks mail {}");
    const reply = messages(page).nth(1);
    await page.getByRole("button", { name: "Allow once" }).click();
    await expect(reply).toContainText("The tools said:");
    for (let times = 0; times < 2; times++) {
      await reload(page);
      await expect(reply).toContainText("The tools said:");
    }
    await provider.release();
    await expect(reply).toContainText("The tools said: “Mailed.”".replace(/[“”]/g, '"'));
    await replyEnded(page);
    await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
    expect([provider.asked.length - asked, provider.abandoned() - abandoned]).toEqual([2, 0]);
    expect(alerts.arrived.map(({ url }) => url)).toEqual(["/mail"]);

    // The next question is sent with the calls and the results of all rounds.
    await send(page, "thanks");
    await replyEnded(page);
    expect(provider.asked.at(-1)?.messages.map(({ role }) => role)).toEqual([
      ...["user", "assistant", "tool", "assistant", "user"],
    ]);
    await alerts.close();
  },
);

test(
  "with a store, replies side by side survive a reload, and one can be stopped alone",
  needsNode,
  async ({ page, provider, stored: { app } }) => {
    await page.goto(app.url);
    await newChat(page);
    await idlePartsLoaded(page);
    const asked = provider.asked.length;
    const abandoned = provider.abandoned();
    await askSeveral(page, "recites for several", models);
    for (const model of models) await expect(column(page, model)).toContainText("The tide comes in.");
    await reload(page);
    for (const model of models) await expect(column(page, model)).toContainText("The tide comes in.");
    await column(page, "gpt-4.1").getByRole("button", { name: "Stop this reply" }).click();
    await expect.poll(() => provider.abandoned() - abandoned).toBe(1);
    await provider.release();
    for (const model of ["gpt-4o-mini", "gpt-4o"]) await expect(column(page, model)).toContainText(whole);
    await replyEnded(page);
    await expect(column(page, "gpt-4.1").getByText("Stopped", { exact: true }).first()).toBeVisible();
    await expect(column(page, "gpt-4.1")).not.toContainText("goes out");
    expect([provider.asked.length - asked, provider.abandoned() - abandoned]).toEqual([3, 1]);
  },
);

/** Reloads a tab that asks late for the locks of some replies, as if another tab had been faster with them. */
async function reloadLateWith(page: Page, messageIds: readonly string[]): Promise<void> {
  await page.addInitScript((ids) => {
    const { locks } = navigator;
    const request = locks.request.bind(locks) as (...given: readonly unknown[]) => Promise<unknown>;
    locks.request = (async (name: string, options: LockOptions, work: () => unknown) => {
      const isLate = options.ifAvailable && ids.some((id) => name.endsWith(id));
      if (isLate) await new Promise((resolve) => setTimeout(resolve, 1000));
      return request(name, options, work);
    }) as typeof locks.request;
  }, messageIds);
  await page.reload();
  await idlePartsLoaded(page);
}

/** Returns the number of replies that tabs write, and the number of these tabs. */
function writersOf(page: Page): Promise<readonly number[]> {
  return page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    const writers = held.flatMap(({ name = "", clientId }) => (name.startsWith("parley-reply-") ? [clientId] : []));
    return [writers.length, new Set(writers).size];
  });
}

/**
 * Asks three models side by side, and opens the chat in another tab. `calls` returns how many calls have reached the
 * provider since, and how many of these were abandoned.
 */
async function compareInTwoTabs(page: Page, url: string, provider: FakeProvider) {
  await page.goto(url);
  await newChat(page);
  await idlePartsLoaded(page);
  const asked = provider.asked.length;
  const abandoned = provider.abandoned();
  await askSeveral(page, "recites for two tabs", models);
  for (const model of models) await expect(column(page, model)).toContainText("The tide comes in.");
  const other = await page.context().newPage();
  await other.goto(page.url());
  return { other, calls: () => [provider.asked.length - asked, provider.abandoned() - abandoned] };
}

test(
  "with a store, of two tabs that are reloaded, one resumes all replies side by side, and can stop each",
  needsNode,
  async ({ page, provider, stored: { app } }) => {
    test.setTimeout(120_000);
    const { other, calls } = await compareInTwoTabs(page, app.url, provider);
    await idlePartsLoaded(other);
    for (const model of models) await expect(column(other, model)).toContainText("The tide comes in.");

    // The first tab would be the first with the visible reply, and the second tab with the hidden ones.
    const growing = (await storedReplies(page)).messages.filter(({ streaming }) => streaming);
    const idsOf = (isAside: boolean) => growing.flatMap((each) => (Boolean(each.isAside) === isAside ? [each.id] : []));
    expect([idsOf(false).length, idsOf(true).length]).toEqual([1, 2]);
    await Promise.all([reloadLateWith(page, idsOf(true)), reloadLateWith(other, idsOf(false))]);
    await expect.poll(() => writersOf(page)).toEqual([3, 1]);
    for (const tab of [page, other]) {
      for (const model of models) await expect(column(tab, model)).toContainText("The tide comes in.");
    }
    const stop = (tab: Page, model = "gpt-4.1") => column(tab, model).getByRole("button", { name: "Stop this reply" });
    const isWriter = (await stop(page).getAttribute("aria-disabled")) !== "true";
    const [writer, reader] = isWriter ? [page, other] : [other, page];
    for (const model of models) {
      await expect(stop(writer, model)).not.toHaveAttribute("aria-disabled", "true");
      await expect(stop(reader, model)).toHaveAttribute("aria-disabled", "true");
    }
    await stop(writer).click();
    await expect.poll(() => calls()[1]).toBe(1);
    await provider.release();
    for (const tab of [page, other]) {
      const isStopped = (model: string) => column(tab, model).getByText("Stopped", { exact: true }).first();
      for (const model of models.slice(0, 2)) await expect(column(tab, model)).toContainText(whole);
      await replyEnded(tab);
      for (const model of models.slice(0, 2)) await expect(isStopped(model)).toHaveCount(0);
      await expect(isStopped("gpt-4.1")).toBeVisible();
    }
    expect(calls()).toEqual([3, 1]);

    // One tab chooses a reply, and the other one continues with it.
    await column(page, "gpt-4o").getByRole("button", { name: "Continue with this one" }).click();
    for (const tab of [page, other]) await expect(replies(tab)).toHaveCount(0);
    await send(other, "thanks");
    await replyEnded(other);
    expect(provider.asked.at(-1)?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    await expect(messages(page)).toHaveCount(4);
    const { messages: all } = await storedReplies(page);
    expect(all.filter(({ streaming }) => streaming)).toEqual([]);
    expect(all.filter(({ content }) => content.includes("goes out."))).toHaveLength(2);
  },
);

test(
  "with a store, two tabs that are reloaded at the same moment lose and repeat no reply side by side",
  needsNode,
  async ({ page, provider, stored: { app } }) => {
    test.setTimeout(120_000);
    const { other, calls } = await compareInTwoTabs(page, app.url, provider);
    const tabs = [page, other];
    for (let times = 0; times < 3; times++) {
      for (const tab of tabs) {
        await idlePartsLoaded(tab);
        for (const model of models) await expect(column(tab, model)).toContainText("The tide comes in.");
      }
      await Promise.all(tabs.map((tab) => tab.reload()));
    }
    for (const tab of tabs) await idlePartsLoaded(tab);
    await provider.release();
    for (const tab of tabs) {
      for (const model of models) await expect(column(tab, model)).toContainText(whole);
      await replyEnded(tab);
      await expect(replies(tab).getByText("Stopped", { exact: true })).toHaveCount(0);
    }
    expect(calls()).toEqual([3, 0]);
    const { messages: all } = await storedReplies(page);
    expect(all.filter(({ streaming }) => streaming)).toEqual([]);
    expect(all.filter(({ content }) => content.includes("goes out."))).toHaveLength(3);
  },
);

test(
  "with a store, a continued reply survives a reload with the text before it",
  needsNode,
  async ({ page, provider, stored: { app } }) => {
    await page.goto(app.url);
    await newChat(page);
    await send(page, "halves a text");
    await replyEnded(page);
    const reply = messages(page).nth(1);
    const asked = provider.asked.length;
    const abandoned = provider.abandoned();
    await idlePartsLoaded(page);
    await reply.getByRole("button", { name: "Continue" }).first().click();
    await expect(reply).toContainText("The tide comes in.");
    await reload(page);
    await expect(reply).toContainText("It is said:The tide comes in.");
    await provider.release();
    await expect(reply).toContainText(`It is said:${whole}`);
    await replyEnded(page);
    expect([provider.asked.length - asked, provider.abandoned() - abandoned]).toEqual([1, 0]);
    await expect(messages(page)).toHaveCount(2);
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
