import { createHash } from "node:crypto";
import { signalOf } from "../support/local-upstream";
import { test as base, everywhere, expect, messages, needsNode, needsServer, send } from "./support/fixtures";
import { bodyOfBytes, type Relay, startRelay, steadyProvider, tokenEvent, tokensInASecond } from "./support/relay";

const test = base.extend<object, { relay: Relay }>({
  relay: [
    async ({ build }, use) => {
      const relay = await startRelay(build);
      await use(relay);
      await relay.stop();
    },
    { scope: "worker" },
  ],
});

/** The relay's behaviour as seen from both of its ends, which is the same in every runtime. */
test.describe("the relay", { tag: [needsServer.tag, everywhere.tag] }, () => {
  test("each event arrives before the provider sends the next one", async ({ relay }) => {
    const seen = Array.from({ length: 60 }, () => signalOf());
    relay.answerWith(async (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const [index, { given }] of seen.entries()) {
        response.write(tokenEvent(index));
        // An event that waits anywhere on the way for its successor waits for ever.
        await given;
      }
      response.end();
    });
    const response = await relay.ask();
    expect(response.status).toBe(200);
    const reader = textOf(response);
    for (const [index, { give }] of seen.entries()) {
      expect(await reader.until("\n\n")).toBe(tokenEvent(index));
      give();
    }
    expect(await reader.until("\n\n")).toBe("");
  });

  test("a client that disconnects in mid-stream ends the provider's work within a second", async ({ relay }) => {
    const provider = steadyProvider();
    relay.answerWith(provider.answer);
    const client = new AbortController();
    const reader = textOf(await relay.ask(client.signal));
    for (let index = 0; index < 3; index++) await reader.until("\n\n");
    const sentBefore = provider.sent();
    client.abort();
    expect((await provider.closed) - sentBefore).toBeLessThan(tokensInASecond);
  });

  test("a client that disconnects before the answer ends the provider's work too", async ({ relay }) => {
    const asked = signalOf();
    const closed = signalOf();
    relay.answerWith((request, response) => {
      response.on("close", () => closed.give());
      request.resume().on("end", () => asked.give());
    });
    const client = new AbortController();
    const answer = relay.ask(client.signal).catch(() => "gone");
    await asked.given;
    client.abort();
    expect(await answer).toBe("gone");
    await closed.given;
  });

  test("a page that is closed in mid-stream ends the provider's work within a second", async ({ relay, page }) => {
    const provider = steadyProvider();
    relay.answerWith(provider.answer);
    await page.goto(relay.app.url);
    await send(page, "count");
    await expect(messages(page).nth(1)).toContainText("token2 ");
    const sentBefore = provider.sent();
    await page.close();
    expect((await provider.closed) - sentBefore).toBeLessThan(tokensInASecond);
  });

  test("a request body of 15 MB arrives completely", async ({ relay }) => {
    const body = bodyOfBytes(15_000_000);
    relay.answerWith(async (request, response) => {
      const hash = createHash("sha256");
      for await (const chunk of request) hash.update(chunk);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(hash.digest("hex")));
    });
    const response = await relay.ask(undefined, body);
    expect(response.status).toBe(200);
    expect(await response.json()).toBe(createHash("sha256").update(body).digest("hex"));
  });

  for (const { kind, sent } of [
    { kind: "that says its length", sent: (body: string) => body },
    { kind: "of unknown length", sent: (body: string) => new Blob([body]).stream() },
  ]) {
    test(`a request body above the limit ${kind} is rejected with 413, and the provider never gets the end of it @C3.6 @H5.6`, async ({
      relay,
    }) => {
      let wholeBodies = 0;
      relay.answerWith((request, response) => {
        request.on("error", () => undefined);
        request.resume().on("end", () => {
          wholeBodies += 1;
          response.end();
        });
      });
      const response = await relay.ask(undefined, sent(bodyOfBytes(20_000_001)));
      expect(response.status).toBe(413);
      expect(wholeBodies).toBe(0);
    });
  }
});

// On the edge the log is its host's.
test("clients that disconnect leave no line in the server's log", needsNode, async ({ build }) => {
  const relay = await startRelay(build);
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

test(
  "a reply that breaks off is also cut off for the caller, and is one line in the log",
  needsNode,
  async ({ build }) => {
    const relay = await startRelay(build);
    relay.answerWith((_request, response) => {
      response.write("data: one\n\n", () => setTimeout(() => response.destroy(), 100));
    });
    const reply = await relay.ask();
    await expect(reply.text()).rejects.toThrow();
    await relay.stop();
    expect(relay.app.log().match(/^.*(?:rror|Relay|\bat ).*$/gm)).toEqual(["Relay: a reply broke off (ECONNRESET)."]);
  },
);

// On the edge each function counts by itself.
test(
  "wrong access codes are counted together, whichever route they are tried at @A2.5",
  needsNode,
  async ({ withApp }) => {
    await withApp(
      { OPENAI_API_KEY: "sk-server", BASE_URL: "http://127.0.0.1:9", CODE: "open sesame", TRUST_PROXY: "1" },
      async (app) => {
        let tries = 0;
        const tryAt = async (path: string, method: string) => {
          const headers = { authorization: `Bearer nk-tide-${tries++}`, "x-forwarded-for": "203.0.113.7" };
          return (await fetch(app.url + path, { method, headers })).status;
        };
        const statuses = [];
        for (let round = 0; round < 2; round++) {
          statuses.push(await tryAt("/api/access", "POST"));
          statuses.push(await tryAt("/api/openai/v1/models", "GET"));
          statuses.push(await tryAt("/api/proxy/v1/tide", "GET"));
        }
        expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      },
    );
  },
);

/** Reads a stream piece by piece, up to and with a mark; what is left at its end is the last piece. */
function textOf(response: Response): { until(mark: string): Promise<string> } {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    async until(mark) {
      while (!text.includes(mark)) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done) break;
        text += value;
      }
      const end = text.includes(mark) ? text.indexOf(mark) + mark.length : text.length;
      const piece = text.slice(0, end);
      text = text.slice(end);
      return piece;
    },
  };
}
