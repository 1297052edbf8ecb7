import { AppError } from "@/lib/errors";
import { customEndpoint } from "@/lib/providers/custom-endpoint";
import { groq } from "@/lib/providers/groq";
import { ollama } from "@/lib/providers/ollama";
import type { Provider } from "@/lib/providers/provider";
import { siteServer } from "@/lib/providers/site-server";
import { accessKey } from "@/lib/settings/access-settings";
import { useAccess } from "@/store/settings/access";
import { createModelDownloads } from "@/store/settings/model-downloads";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";

const lines = '{"digest":"a","total":100,"completed":40}\n{"status":"success"}\n';
const ok = () => new Response(lines);

beforeEach(() => {
  useAccess.setState(useAccess.getInitialState(), true);
  useAccess.setState({ reach: { relay: "/api" } });
});

function setUp(answer: FakeAnswer, fetchModels: (provider: Provider) => Promise<unknown> = async () => []) {
  const env = fakeEnvironment({ responses: typeof answer === "function" ? answer : [answer] });
  const fetched: string[] = [];
  const store = createModelDownloads({
    env,
    fetchModels(provider) {
      fetched.push(provider.id);
      return fetchModels(provider);
    },
  });
  const seen: unknown[] = [];
  store.subscribe(({ downloads }) => seen.push(downloads));
  return { env, store, seen, fetched };
}

test("a download goes to the user's own address, shows its bytes, and reads the list anew", async () => {
  const { env, store, seen, fetched } = setUp(ok());
  await store.getState().start(ollama as Provider, "qwen3:8b");
  expect(env.calls.map(({ url }) => url)).toEqual(["http://localhost:11434/api/pull"]);
  const running = { model: "qwen3:8b", state: "running" };
  expect(seen).toEqual([
    { ollama: { ...running, completed: 0, total: 0 } },
    { ollama: { ...running, completed: 40, total: 100 } },
    { ollama: { ...running, completed: 40, total: 100 } },
    { ollama: { model: "qwen3:8b", state: "done" } },
  ]);
  expect(fetched).toEqual(["ollama"]);
});

test("the model is there although its list cannot be read", async () => {
  const { store } = setUp(ok(), async () => {
    throw new AppError("network");
  });
  await store.getState().start(ollama as Provider, "qwen3:8b");
  expect(store.getState().downloads.ollama).toEqual({ model: "qwen3:8b", state: "done" });
});

test("an own server with Ollama's API is called with its key", async () => {
  const endpoint = { id: "custom-1", name: "Bench", boundName: "custom-1", models: [], apiType: "ollama" } as const;
  const bench = customEndpoint(endpoint);
  const key = accessKey(bench, "apiKey");
  useAccess.setState({
    endpoints: [endpoint],
    values: { [accessKey(bench, "url")]: "https://bench.example", [key]: "sk-1" },
    hosts: { [key]: "bench.example" },
  });
  const { env, store } = setUp(ok());
  await store.getState().start(bench, "qwen3:8b");
  expect(env.calls.map(({ url, init }) => [url, new Headers(init.headers).get("authorization")])).toEqual([
    ["https://bench.example/api/pull", "Bearer sk-1"],
  ]);
});

test.each<[string, Provider]>([
  ["an operator's server", siteServer({ id: "site-lab", name: "Lab", api: "ollama", models: [] })],
  ["a provider without Ollama's API", groq as Provider],
])("%s is not called", async (_name, provider) => {
  const { env, store, fetched } = setUp(ok);
  await store.getState().start(provider, "qwen3:8b");
  expect([env.calls, fetched]).toEqual([[], []]);
  expect(store.getState().downloads[provider.id]).toMatchObject({ state: "failed", error: { code: "not-supported" } });
});

test("a failure is stored with its reason, and the next download can begin", async () => {
  const answers = [Response.json({ error: "model not found" }, { status: 404 }), ok()];
  const { store } = setUp(() => answers.shift() as Response);
  await store.getState().start(ollama as Provider, "qwen9");
  expect(store.getState().downloads.ollama).toMatchObject({
    model: "qwen9",
    state: "failed",
    error: { code: "not-found", details: { message: "model not found" } },
  });
  await store.getState().start(ollama as Provider, "qwen3:8b");
  expect(store.getState().downloads.ollama).toEqual({ model: "qwen3:8b", state: "done" });
});

test("one download runs at a time, and ends when the user cancels it", async () => {
  const { env, store, fetched } = setUp(({ init }) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => init.signal?.addEventListener("abort", () => controller.error(new Error("aborted"))),
    });
    return new Response(body);
  });
  const first = store.getState().start(ollama as Provider, "qwen3:8b");
  await store.getState().start(ollama as Provider, "gemma3");
  await env.advance(1000);
  expect([env.calls.length, store.getState().downloads.ollama]).toEqual([
    1,
    { model: "qwen3:8b", state: "running", completed: 0, total: 0 },
  ]);
  store.getState().cancel("ollama");
  await first;
  expect([store.getState().downloads, fetched]).toEqual([{}, []]);
});
