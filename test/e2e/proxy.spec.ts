import { expect, test } from "@playwright/test";
import { withApp } from "./support/app-server";
import { relayCases, startRelay, steadyProvider } from "./support/proxy-cases";

relayCases("standalone");

test("clients that go away leave no word in the server's log", async () => {
  const relay = await startRelay("standalone");
  for (let call = 0; call < 5; call++) {
    const provider = steadyProvider();
    relay.answerWith(provider.answer);
    const client = new AbortController();
    const response = await relay.ask(client.signal);
    await response.body?.getReader().read();
    client.abort();
    await provider.closed;
  }
  await relay.stop();
  expect(relay.app.log()).not.toContain("uncaughtException");
  expect(relay.app.log()).not.toMatch(/error/i);
});

test("wrong access codes are counted together, whichever address they are tried at", async () => {
  await withApp(
    { OPENAI_API_KEY: "sk-server", BASE_URL: "http://127.0.0.1:9", CODE: "open sesame", TRUST_PROXY: "1" },
    async (app) => {
      const headers = { authorization: "Bearer nk-tide", "x-forwarded-for": "203.0.113.7" };
      const tryAt = async (path: string, method: string) => (await fetch(app.url + path, { method, headers })).status;
      const statuses = [];
      for (let round = 0; round < 2; round++) {
        statuses.push(await tryAt("/api/access", "POST"));
        statuses.push(await tryAt("/api/openai/v1/models", "GET"));
        statuses.push(await tryAt("/api/proxy/v1/tide", "GET"));
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    },
  );
});
