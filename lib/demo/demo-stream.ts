import type { DemoCall, DemoPart } from "@/lib/demo/demo-script";
import type { Environment } from "@/lib/environment";

/** Delay per piece, in milliseconds: a piece is about a token, so this is about 50 tokens per second. */
const pieceMs = 20;

/** The common fields of all chunks of a reply. */
export interface ChunkHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** One event of a reply; spoken ones are delayed. */
interface Step {
  readonly isSpoken: boolean;
  readonly data: string;
}

/** Yields a reply as chunks in OpenAI's format, up to the end marker. */
export function* replySteps(
  head: ChunkHead,
  parts: readonly DemoPart[],
  call: DemoCall | undefined,
  usage: unknown,
): Generator<Step> {
  const step = (choices: unknown[], isSpoken: boolean, extra = {}): Step => ({
    isSpoken,
    data: JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...extra }),
  });
  const delta = (value: unknown, isSpoken = true) => step([{ index: 0, delta: value, finish_reason: null }], isSpoken);

  yield delta({ role: "assistant", content: "" }, false);
  for (const { kind, text } of parts) {
    for (const piece of piecesOf(text))
      yield delta({ [kind === "reasoning" ? "reasoning_content" : "content"]: piece });
  }
  if (call) {
    const { name, argumentsText } = call;
    yield delta({
      tool_calls: [{ index: 0, id: `call_${head.id}`, type: "function", function: { name, arguments: "" } }],
    });
    for (const piece of piecesOf(argumentsText)) {
      yield delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
    }
  }
  yield step([{ index: 0, delta: {}, finish_reason: call ? "tool_calls" : "stop" }], false);
  yield step([], false, { usage });
  yield { isSpoken: false, data: "[DONE]" };
}

/** Splits a text into pieces of about a token: a word with the white space before it, or two Chinese characters. */
export function piecesOf(text: string): string[] {
  return text.match(/\s*(?:\p{Script=Han}{1,2}|[^\s\p{Script=Han}]+)|\s+$/gu) ?? [];
}

/** Sends steps as server-sent events on demand, spoken ones with a delay, until the signal is aborted. */
export function eventStream(steps: Iterator<Step>, signal: AbortSignal, env: Environment): ReadableStream<Uint8Array> {
  const stop = new AbortController();
  if (signal.aborted) stop.abort();
  signal.addEventListener("abort", () => stop.abort(), { once: true });
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = steps.next();
        if (!done && value.isSpoken) await env.delay(pieceMs, stop.signal);
        if (done || stop.signal.aborted) return controller.close();
        controller.enqueue(encoder.encode(`data: ${value.data}\n\n`));
      },
      cancel: () => stop.abort(),
    },
    { highWaterMark: 0 },
  );
}
