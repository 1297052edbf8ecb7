import type { IncomingMessage, ServerResponse } from "node:http";
import { type LocalUpstream, signalOf, startUpstream } from "../../support/local-upstream";
import { type AppServer, type Build, startApp } from "./app-server";

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
export const tokensInASecond = 1000 / tokenMs;

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
export function bodyOfBytes(bytes: number): string {
  const [before = "", after = ""] = JSON.stringify({
    model: "gpt-4o-mini",
    stream: true,
    messages: [{ role: "user", content: "…" }],
  }).split("…");
  return before + "0123456789".repeat(bytes / 10 + 1).slice(0, bytes - before.length - after.length) + after;
}

/** What a provider writes for one token. */
export function tokenEvent(index: number): string {
  const choice = { index: 0, delta: { content: `token${index} ` }, finish_reason: null };
  return `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
}
