import {
  type ResumableReply,
  replyFromHeader,
  replyIdHeader,
  replyKeyHeader,
  replyKeyText,
} from "@/lib/resuming/resumable-reply";
import { serverEnvironment } from "@/lib/server/environment";
import { relayRoute } from "@/lib/server/relay-route";
import { repliesRoute } from "@/lib/server/replies/replies-route";
import type { Variables } from "@/lib/server/variables";
import { type RedisPeer, startRedis } from "./redis-peer";
import { testServer } from "./test-server";

export let redis: RedisPeer;

export const delta = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

/** A provider whose replies are written by the test. */
export function startProvider() {
  const calls: {
    signal: AbortSignal | undefined;
    headers: Headers;
    write(text: string): void;
    end(): void;
    fail(): void;
  }[] = [];
  const fetch = async (_url: string, init: RequestInit = {}): Promise<Response> => {
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(each) {
        controller = each;
      },
    });
    const signal = init.signal ?? undefined;
    signal?.addEventListener("abort", () => controller.error(signal.reason));
    calls.push({
      signal,
      headers: new Headers(init.headers),
      write: (text) => controller.enqueue(encoder.encode(text)),
      end: () => controller.close(),
      fail: () => controller.error(new TypeError("broken")),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  return { calls, fetch };
}

const variables = () => ({ ACME_API_KEY: "sk-server", CODE: "harbour,lighthouse", REDIS_URL: redis.url });

export function startServer(
  provider: ReturnType<typeof startProvider>,
  given: Variables = {},
  env = serverEnvironment,
) {
  return testServer({ ...env, fetch: provider.fetch }, { ...variables(), ...given });
}

export type Server = ReturnType<typeof testServer>;

export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isTrue()); tries++) {
    if (tries > 400) throw new Error("It never happened.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Calls the relay with the given headers, and returns the response with the function that breaks its connection. */
export async function call(server: Server, headers: Record<string, string>) {
  const caller = new AbortController();
  const request = new Request("http://chat.example/api/acme/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer nk-harbour", ...headers },
    body: JSON.stringify({ model: "gpt-4", messages: [], stream: true }),
    signal: caller.signal,
  });
  const response = await relayRoute(request, "acme", ["v1", "chat", "completions"], server);
  return { response, leave: () => caller.abort() };
}

export function resume(
  server: Server,
  id: string,
  { method = "GET", code = "harbour", from = 0, ...headers }: Record<string, string | number> = {},
) {
  const request = new Request("http://chat.example/api/replies", {
    method: String(method),
    headers: {
      authorization: `Bearer nk-${code}`,
      [replyIdHeader]: id,
      [replyFromHeader]: String(from),
      ...(headers as Record<string, string>),
    },
  });
  return repliesRoute(request, server);
}

export const keyed = (reply: ResumableReply, mayFinish = false) => ({
  [replyKeyHeader]: replyKeyText({ ...reply, mayFinish }),
});

/** Moves the server's clock on, and lets the store answer between the steps. */
export async function advance(clock: { ms: number }, ms: number, stepMs = 1000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.ms += stepMs;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** An environment whose delays end when its clock was moved on. */
export function movedClock() {
  const clock = { ms: Date.now() };
  const env = {
    ...serverEnvironment,
    now: () => clock.ms,
    async delay(ms: number, signal?: AbortSignal) {
      const end = clock.ms + ms;
      while (clock.ms < end && !signal?.aborted) await new Promise((resolve) => setTimeout(resolve, 3));
    },
  };
  return { clock, env };
}

/** Starts the store of replies. */
export async function startStore(): Promise<void> {
  redis = await startRedis();
}

export async function stopStore(): Promise<void> {
  await redis.stop();
}
