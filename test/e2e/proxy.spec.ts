import { expect, test } from "@playwright/test";
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
