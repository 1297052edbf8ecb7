import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test as base, expect } from "@playwright/test";
import { type LocalUpstream, signalOf, startUpstream } from "../../support/local-upstream";
import { type AppServer, type Build, startApp } from "./app-server";
import { messages, send } from "./fixtures";

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface Relay {
  readonly app: AppServer;
  /** What has reached the provider so far. */
  readonly arrived: LocalUpstream["arrived"];
  /** Asks the app for a reply as the browser does, with a small body unless another is given. */
  ask(signal?: AbortSignal, body?: BodyInit): Promise<Response>;
  /** Says how the provider behind the app answers from now on. */
  answerWith(answer: Answer): void;
}

const path = "/api/openai/v1/chat/completions";
/** How often the steady provider sends a token, in milliseconds, and how many tokens may follow those that were asked for. */
const tokenMs = 50;
const tokensInASecond = 1000 / tokenMs;

/** Starts a built app, with nothing but the relay asked of it, before a provider that each test tells how to answer. */
export async function startRelay(
  build: Build,
  settingsFor: (url: string) => Record<string, string> = () => ({}),
): Promise<Relay & { stop(): Promise<void> }> {
  let answer: Answer = (_request, response) => void response.end();
  const upstream = await startUpstream((request, response) => answer(request, response));
  const { url } = upstream;
  const app = await startApp(build, { OPENAI_API_KEY: "sk-server", BASE_URL: url, ...settingsFor(url) });
  return {
    app,
    arrived: upstream.arrived,
    ask: (signal, body = bodyOfBytes(200)) => post(app.url + path, body, signal),
    answerWith(next) {
      answer = next;
    },
    async stop() {
      // First the provider: a call that hangs would keep the app from ending.
      await upstream.close();
      await app.stop();
    },
  };
}

/** The relay's behaviour as seen from both of its ends, which is the same in every runtime. */
export function relayCases(build: Build): void {
  const test = base.extend<object, { relay: Relay }>({
    relay: [
      async ({}, use) => {
        const relay = await startRelay(build);
        await use(relay);
        await relay.stop();
      },
      { scope: "worker" },
    ],
  });

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

  test("a client that goes away in mid-stream ends the provider's work within a second", async ({ relay }) => {
    const provider = steadyProvider();
    relay.answerWith(provider.answer);
    const client = new AbortController();
    const reader = textOf(await relay.ask(client.signal));
    for (let index = 0; index < 3; index++) await reader.until("\n\n");
    const sentBefore = provider.sent();
    client.abort();
    expect((await provider.closed) - sentBefore).toBeLessThan(tokensInASecond);
  });

  test("a client that goes away before the answer ends the provider's work too", async ({ relay }) => {
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

  test("a request body of 15 MB arrives whole", async ({ relay }) => {
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
    test(`a request body above the limit ${kind} is refused with 413, and the provider never gets the end of it`, async ({
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
}

/** A provider that sends a token every 50 ms until the other side goes away. */
export function steadyProvider(): {
  readonly answer: Answer;
  readonly sent: () => number;
  /** How many tokens had been sent when the other side was gone. */
  readonly closed: Promise<number>;
} {
  let sent = 0;
  const closed = signalOf<number>();
  return {
    sent: () => sent,
    closed: closed.given,
    async answer(_request, response) {
      response.on("close", () => closed.give(sent));
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (; !response.destroyed; sent++) {
        response.write(tokenEvent(sent));
        await new Promise((resolve) => setTimeout(resolve, tokenMs));
      }
    },
  };
}

function post(url: string, body: BodyInit, signal: AbortSignal | undefined): Promise<Response> {
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    duplex: "half",
    ...(signal && { signal }),
  };
  return fetch(url, init);
}

/** A request that takes so many bytes. */
function bodyOfBytes(bytes: number): string {
  const [before = "", after = ""] = JSON.stringify({
    model: "gpt-4o-mini",
    stream: true,
    messages: [{ role: "user", content: "…" }],
  }).split("…");
  return before + "0123456789".repeat(bytes / 10 + 1).slice(0, bytes - before.length - after.length) + after;
}

function tokenEvent(index: number): string {
  const choice = { index: 0, delta: { content: `token${index} ` }, finish_reason: null };
  return `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
}

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
