import { pullModel } from "@/lib/engine/pull-model";
import { AppError } from "@/lib/errors";
import type { PullProgress } from "@/lib/providers/codecs/ollama-pull";
import { pulledBytes } from "@/lib/providers/codecs/ollama-pull";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";

const connection = { baseUrl: "http://localhost:11434", headers: {} };
const layer = (completed: number) =>
  `{"status":"pulling a","digest":"sha256:a","total":100,"completed":${completed}}\n`;
const ndjson = { headers: { "Content-Type": "application/x-ndjson" } };

/** Collects the states of a download, and the error that ended it. */
async function pull(answer: FakeAnswer, { signal = new AbortController().signal, clock = "manual" as const } = {}) {
  const env = fakeEnvironment({ responses: [answer], clock });
  const states: PullProgress[] = [];
  let error: unknown;
  try {
    for await (const state of pullModel("qwen3:8b", { connection, env, signal })) states.push(state);
  } catch (thrown) {
    error = thrown;
  }
  const { code, details } = error instanceof AppError ? error : { code: undefined, details: undefined };
  return { calls: env.calls, bytes: states.map((state) => pulledBytes(state).completed), code, details, error };
}

test("yields the bytes of each line until the model is there", async () => {
  const body = `{"status":"pulling manifest"}\n${layer(10)}${layer(100)}{"status":"success"}\n${layer(5)}`;
  const { calls, bytes, error } = await pull(new Response(body, ndjson));
  expect(calls.map(({ url, init }) => [url, init.method, init.body])).toEqual([
    ["http://localhost:11434/api/pull", "POST", '{"model":"qwen3:8b","stream":true}'],
  ]);
  expect([bytes, error]).toEqual([[0, 10, 100, 100], undefined]);
});

test.each<[string, FakeAnswer, string]>([
  [
    "an unknown model",
    new Response(`{"status":"pulling manifest"}\n{"error":"pull model manifest: file does not exist"}\n`, ndjson),
    "not-found",
  ],
  ["a refusal", new Response('{"error":"invalid model name"}', { status: 400 }), "bad-request"],
  ["a server that is not Ollama", new Response("404 page not found", { status: 404 }), "not-found"],
  ["a stream that breaks off", new Response(layer(10), ndjson), "network"],
  ["an empty body", new Response(null), "network"],
  [
    "a network that fails",
    () => {
      throw new TypeError("Failed to fetch");
    },
    "network",
  ],
  ["an endless line", new Response("x".repeat(100_001), ndjson), "too-large"],
])("%s is an error of its kind", async (_name, answer, code) => {
  expect((await pull(answer)).code).toBe(code);
});

test("a download that the user ends is no error", async () => {
  const user = new AbortController();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(layer(10)));
      user.signal.addEventListener("abort", () => controller.error(new DOMException("Aborted", "AbortError")));
      setTimeout(() => user.abort(), 0);
    },
  });
  const { bytes, error } = await pull(new Response(stream, ndjson), { signal: user.signal });
  expect([bytes, error]).toEqual([[10], undefined]);
});
