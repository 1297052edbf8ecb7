/** @jest-environment node */
import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { readAnswer } from "@/lib/engine/read-answer";
import { tickMs } from "@/lib/resuming/awake-clock";
import { textOfBytes } from "@/lib/resuming/base64";
import {
  bytesOfKey,
  readReplyKey,
  replyFromHeader,
  replyIdHeader,
  replyKeyHeader,
} from "@/lib/resuming/resumable-reply";
import { createResumingEnvironment, type ResumingParts } from "@/lib/resuming/resuming-fetch";
import { type Piece, positionAfter, sealPiece } from "@/lib/resuming/sealed-piece";
import { importKey } from "@/lib/sealing/aead";
import { type FakeCall, fakeEnvironment } from "../../support/fake-environment";
import { acme } from "../../support/test-server";

const words = ["The tide ", "comes in ", "bei Ebbe ", "及び満潮 ", "🌊", " and goes out."];
const text =
  words.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`).join("") +
  `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] })}\n\n` +
  `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 9 } })}\n\ndata: [DONE]\n\n`;
const bytes = new TextEncoder().encode(text);
const type = "text/event-stream";

interface Line {
  readonly end: number;
  readonly line: string;
}

/** Returns the lines of the server for a reply whose body is cut into pieces at some positions. */
async function linesOf(call: FakeCall, cuts: readonly number[], content = bytes): Promise<Line[]> {
  const reply = readReplyKey(new Headers(call.init.headers).get(replyKeyHeader));
  if (!reply) throw new Error("The call has no key.");
  const bounds = [...new Set([0, ...cuts.map((cut) => cut % content.length), content.length])].toSorted(
    (a, b) => a - b,
  );
  const pieces: Piece[] = [
    { kind: "head", head: { status: 200, contentType: type } },
    ...bounds.slice(1).map((end, index): Piece => {
      const start = bounds[index] ?? 0;
      return { kind: "body", start, bytes: content.slice(start, end) };
    }),
    { kind: "end", start: content.length },
  ];
  const key = await importKey(bytesOfKey(reply.key));
  return Promise.all(
    pieces.map(async (piece, sequence) => ({
      end: positionAfter(piece),
      line: `${sequence} ${textOfBytes(await sealPiece(key, reply.id, sequence, piece))}`,
    })),
  );
}

/** Returns a response that breaks after some bytes, or ends with its last ones. */
function breaking(content: Uint8Array, after: number, chunk: number, contentType = type): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const end = Math.min(at + chunk, content.length, after);
        if (end > at) controller.enqueue(content.slice(at, end));
        else if (at === content.length && after >= content.length) controller.close();
        else controller.error(new TypeError("network"));
        at = end;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": contentType } });
}

const codec = acme.chat("gpt-4");

async function eventsOf(response: Response): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  const signal = new AbortController().signal;
  for await (const event of readAnswer(response, { codec: await codec, signal })) {
    const last = events.at(-1);
    // How a text is split into events depends on the network.
    if (event.type === "text-delta" && last?.type === "text-delta") {
      events[events.length - 1] = { ...last, text: last.text + event.text };
    } else events.push(event);
  }
  return events;
}

interface Server {
  /** The response to the first call; a thrown error is a network that fails. */
  readonly live: (call: FakeCall) => Response;
  /** Positions at which the body is cut into pieces. */
  readonly cuts?: readonly number[];
  /** Responses to the calls that resume, by their number. */
  readonly resume: (lines: readonly Line[], number: number) => Response | undefined;
}

function start({ live, cuts = [], resume }: Server, given: Partial<ResumingParts> = {}) {
  let first: FakeCall | undefined;
  let resumes = 0;
  const froms: number[] = [];
  let time = 0;
  const fake = fakeEnvironment({
    async responses(call) {
      if (call.init.method === "POST") {
        first = call;
        return live(call);
      }
      if (call.init.method === "DELETE") return new Response(null, { status: 204 });
      const headers = new Headers(call.init.headers);
      const from = Number(headers.get(replyFromHeader));
      froms.push(from);
      if (!first) throw new Error("Nothing to resume.");
      expect(headers.get(replyIdHeader)).toBe(readReplyKey(new Headers(first.init.headers).get(replyKeyHeader))?.id);
      const lines = (await linesOf(first, cuts)).filter(({ end }) => end > from);
      const response = resume(lines, resumes++);
      if (!response) throw new TypeError("network");
      return response;
    },
  });
  const env = {
    ...fake,
    now: () => time,
    // Ticks do not move the time, because they would do so as often as the event loop turns.
    async delay(ms: number) {
      if (ms !== tickMs) time += ms;
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
  const begun: string[] = [];
  const ended: string[] = [];
  const resuming = createResumingEnvironment({
    env,
    url: "/api/replies",
    headers: { authorization: "Bearer nk-code" },
    mayFinish: () => false,
    onBegin: ({ id }) => begun.push(id),
    onEnd: ({ id }) => ended.push(id),
    ...given,
  });
  const ask = (signal?: AbortSignal) =>
    resuming.fetch("/api/openai/v1/chat/completions", { method: "POST", body: "{}", ...(signal && { signal }) });
  const sent = () => env.calls.map(({ init }) => init.method);
  return { ask, begun, ended, env, froms, resuming, sent };
}

const linesText = (lines: readonly Line[]) => new TextEncoder().encode(lines.map(({ line }) => `${line}\n`).join(""));

test("a reply that is cut anywhere, any number of times, has the same events as a whole one", async () => {
  const whole = await eventsOf(breaking(bytes, bytes.length, 50));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(bytes.length),
      fc.integer({ min: 1, max: 400 }),
      fc.array(fc.nat(bytes.length), { maxLength: 8 }),
      fc.array(fc.nat(2000), { maxLength: 5 }),
      async (after, chunk, cuts, breaks) => {
        const { ask, ended, begun, sent } = start({
          live: () => breaking(bytes, after, chunk),
          cuts,
          resume(lines, number) {
            const content = linesText(lines);
            return breaking(content, breaks[number] ?? content.length, chunk, "text/plain");
          },
        });
        expect(await eventsOf(await ask())).toEqual(whole);
        expect(ended).toEqual(begun);
        expect(sent().filter((method) => method === "DELETE")).toHaveLength(1);
      },
    ),
    { numRuns: 150 },
  );
});

test("a call that breaks before its response is resumed from the beginning, with status and type", async () => {
  const { ask, froms } = start({
    live: () => {
      throw new TypeError("network");
    },
    resume: (lines) => breaking(linesText(lines), Number.POSITIVE_INFINITY, 10_000, "text/plain"),
  });
  const response = await ask();
  expect([response.status, response.headers.get("content-type"), froms]).toEqual([200, type, [0]]);
  expect(await response.text()).toBe(text);
});

test("a network that is away for minutes is waited for, and the clock of timeouts stands still meanwhile", async () => {
  const { ask, env, resuming } = start({
    live: () => breaking(bytes, 100, 100),
    resume: (lines, number) =>
      number < 40 ? undefined : breaking(linesText(lines), Number.POSITIVE_INFINITY, 10_000, "text/plain"),
  });
  const before = resuming.now();
  expect(await (await ask()).text()).toBe(text);
  expect(env.now()).toBeGreaterThan(180_000);
  expect(resuming.now() - before).toBeLessThan(5000);
});

test("a call that never reached the server fails soon, with its own error", async () => {
  const { ask, env, ended } = start({
    live: () => {
      throw new TypeError("refused");
    },
    resume: () => undefined,
  });
  await expect(ask()).rejects.toThrow("refused");
  expect(env.now()).toBeLessThan(15_000);
  expect(ended).toHaveLength(1);
});

const changes: [string, (lines: Line[]) => string[]][] = [
  ["missing", (lines) => lines.toSpliced(1, 1).map(({ line }) => line)],
  ["repeated", (lines) => [...lines.slice(0, 1), ...lines].map(({ line }) => line)],
  ["reordered", ([one, two, ...others]) => [two, one, ...others].map((each) => each?.line ?? "")],
  ["cut off at the end", (lines) => [...lines.slice(0, -1).map(({ line }) => line), "over"]],
  ["renumbered", (lines) => lines.map(({ line }, index) => line.replace(/^\d+/, String(index + 7)))],
  ["changed", (lines) => lines.map(({ line }) => line.replace(/.{4}$/, "AAAA"))],
  ["not lines", () => ["<html>Sign in</html>"]],
  ["too long", () => [`1 ${"A".repeat(200_000)}`]],
];

test.each(changes)(
  "pieces that are %s end the reply as broken off, without wrong text @W13.2",
  async (_name, change) => {
    const { ask, ended } = start({
      live: () => breaking(bytes, 100, 100),
      cuts: [60, 100, 130, 200, 260],
      resume: (lines) => new Response(`${change([...lines]).join("\n")}\n`),
    });
    const reader = ((await ask()).body as ReadableStream<Uint8Array>).getReader();
    const parts: Uint8Array[] = [];
    const read = async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
    };
    await expect(read()).rejects.toThrow();
    expect(bytes.subarray(0, Buffer.concat(parts).length)).toEqual(new Uint8Array(Buffer.concat(parts)));
    expect(ended).toHaveLength(1);
  },
);

test.each([404, 403, 401, 400])("a reply that the server refuses with %s is broken off as before", async (status) => {
  const { ask, froms } = start({
    live: () => breaking(bytes, 100, 100),
    resume: () => new Response("{}", { status }),
  });
  await expect((await ask()).text()).rejects.toThrow("network");
  expect(froms).toEqual([101]);
});

test("a stop ends the call at the server at once, and again if the network was away", async () => {
  const { ask, sent, ended } = start({ live: () => breaking(bytes, 100, 100), resume: () => undefined });
  const stop = new AbortController();
  const response = await ask(stop.signal);
  stop.abort();
  stop.abort();
  await expect(response.text()).rejects.toThrow();
  expect(sent()).toEqual(["POST", "DELETE"]);
  expect(ended).toHaveLength(1);
});

test("a refusal is passed on, and nothing is resumed or stopped", async () => {
  const { ask, sent, ended } = start({ live: () => new Response("{}", { status: 429 }), resume: () => undefined });
  expect((await ask()).status).toBe(429);
  expect(sent()).toEqual(["POST"]);
  expect(ended).toHaveLength(1);
});

test("other calls than POST pass unchanged", async () => {
  const { resuming, env } = start({ live: () => new Response(), resume: () => undefined });
  await resuming.fetch("/api/replies", { method: "DELETE" });
  expect(env.calls).toEqual([{ url: "/api/replies", init: { method: "DELETE" } }]);
});
