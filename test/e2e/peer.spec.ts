import { LLMock } from "@copilotkit/aimock";
import type { App } from "./support/app-server";
import { test as base, expect, messages, needsServer, openApp, replyEnded, send, serverKey } from "./support/fixtures";
import { storageOf } from "./support/open-export";

/**
 * A provider that others wrote: it judges what is sent by rules that are not ours. It knows the operator's key alone,
 * and what it does not expect it refuses.
 */
const test = base.extend<object, { peer: { readonly mock: LLMock; readonly app: App } }>({
  peer: [
    async ({ build, path }, use) => {
      const mock = new LLMock({
        port: 0,
        host: "127.0.0.1",
        chunkSize: 6,
        strict: true,
        auth: { apiKeys: [serverKey] },
      });
      mock.onMessage("hello", { content: "Hello from a server of another hand." });
      mock.onMessage("ponder", { content: "Forty-two.", reasoning: "Counting up from one." });
      mock.onMessage("busy", {
        error: { message: "Rate limited, says the peer.", type: "rate_limit_error" },
        status: 429,
      });
      await mock.start();
      const app = await openApp({ build, path }, { OPENAI_API_KEY: serverKey, BASE_URL: mock.url });
      await use({ mock, app });
      await app.stop();
      await mock.stop();
    },
    { scope: "worker" },
  ],
  storageState: ({ peer }, use) => use(storageOf(peer.app)),
});

test("a reply of an independent server is shown, and the server received the documented request", async ({
  page,
  peer,
}) => {
  await page.goto(peer.app.url);
  await send(page, "hello there");
  await expect(messages(page).nth(1)).toContainText("Hello from a server of another hand.");
  await replyEnded(page);
  const asked = peer.mock.getLastRequest();
  expect(asked?.path).toBe("/v1/chat/completions");
  expect(asked?.response.status).toBe(200);
  expect(asked?.body).toMatchObject({
    model: "gpt-4o-mini",
    stream: true,
    messages: [
      { role: "system", content: expect.stringContaining("served by OpenAI") },
      { role: "user", content: "hello there" },
    ],
  });
  // It answers to the right key alone, and its journal hides which one that is.
  expect(asked?.headers).toMatchObject({ "content-type": "application/json", authorization: "[REDACTED]" });
});

test(
  "an unknown key is rejected with a clear message that contains no part of that key",
  needsServer,
  async ({ page, peer, withApp }) => {
    await withApp({ OPENAI_API_KEY: "sk-unknown-4711", BASE_URL: peer.mock.url }, async (app) => {
      await page.goto(app.url);
      await send(page, "hello there");
      await expect(messages(page).nth(1)).toContainText("The API key was rejected");
      await expect(messages(page).nth(1)).not.toContainText("4711");
      await replyEnded(page);
    });
  },
);

test("its reasoning is shown collapsed, with the answer below, and is not sent back", async ({ page, peer }) => {
  await page.goto(peer.app.url);
  await page.getByRole("button", { name: "Model: gpt-4o-mini" }).click();
  await page
    .getByRole("option", { name: /^o3-mini(?!-)/ })
    .first()
    .click();
  await send(page, "ponder this");
  const reply = messages(page).nth(1);
  await expect(reply).toContainText("Forty-two.");
  await replyEnded(page);
  await reply.getByText(/^Thought/).click();
  await expect(reply).toContainText("Counting up from one.");
  await send(page, "hello again");
  await expect(messages(page).nth(3)).toContainText("Hello from a server of another hand.");
  expect(peer.mock.getLastRequest()?.body).toMatchObject({
    messages: [
      { role: "developer", content: "Formatting re-enabled" },
      { role: "user", content: "ponder this" },
      { role: "assistant", content: "Forty-two." },
      { role: "user", content: "hello again" },
    ],
  });
});

test("its refusal is shown verbatim, and nothing is retried automatically", async ({ page, peer }) => {
  await page.goto(peer.app.url);
  const before = peer.mock.getRequests().length;
  await send(page, "busy now");
  await expect(messages(page).nth(1)).toContainText("Too many requests");
  await expect(messages(page).nth(1)).toContainText("Rate limited, says the peer.");
  await replyEnded(page);
  expect(
    peer.mock
      .getRequests()
      .slice(before)
      .map(({ response }) => response.status),
  ).toEqual([429]);
});
