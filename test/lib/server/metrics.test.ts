import { heldMs } from "@/lib/server/admin/secret-attempts";
import { routes } from "@/lib/server/api";
import { createMetrics, routeName } from "@/lib/server/metrics";
import { metricsRoute } from "@/lib/server/metrics-route";
import { relayRoute } from "@/lib/server/relay-route";
import { modelLabel } from "@/lib/server/usage/usage-metrics";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";
import { acme, testServer } from "../../support/test-server";

const secret = "a-secret-of-the-administrator-of-the-tests";

function start(variables: Record<string, string> = {}, responses: readonly FakeAnswer[] = []) {
  const env = fakeEnvironment({ now: 1_800_000_000_000, responses });
  return { env, server: testServer(env, { ADMIN_SECRET: secret, ACME_API_KEY: "sk-operator", ...variables }) };
}

type Server = ReturnType<typeof testServer>;

function read(server: Server, headers: Record<string, string> = { authorization: `Bearer ${secret}` }) {
  return metricsRoute(new Request("http://chat.example/api/metrics", { headers }), server);
}

async function linesOf(server: Server, pattern: RegExp) {
  const text = await (await read(server)).text();
  return text.split("\n").filter((line) => pattern.test(line) && !line.startsWith("#"));
}

function chat(server: Server, path = ["v1", "chat", "completions"], headers: Record<string, string> = {}) {
  const request = new Request(`http://chat.example/api/acme/${path.join("/")}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: '{"model":"acme-1","messages":[]}',
  });
  return relayRoute(request, "acme", path, server);
}

test("each route of the table has its own name, and all others are the relay", () => {
  const names = [...routes.keys(), "openai"].map((name) => routeName(`/api/${name}/more`));
  expect(names).toEqual([...routes.keys(), "relay"]);
});

test("counts calls, refusals, delays and open replies, whole text", () => {
  let time = 0;
  const metrics = createMetrics(() => time);
  metrics.countCall("/api/config", 200, undefined);
  metrics.countCall("/base/api/acme/v1/x?y", 403, "path-not-relayed");
  metrics.countCall("/api/other/v1", 404, "not-found");
  const reply = metrics.beginReply();
  const other = metrics.beginReply();
  time = 300;
  reply.firstByte();
  reply.firstByte();
  time = 90_000;
  other.firstByte();
  other.end();
  other.end();
  metrics.countTokens({ provider: "acme", model: "acme-1", input: 1, output: 2, tokenSeconds: 0.02 });
  metrics.countTokens({ provider: "acme", model: "acme-1", input: 3, output: 4 });
  metrics.countTokens({ provider: "lab", model: 'a"b\\c', input: 7, output: 8, tokenSeconds: 2 });
  metrics.countStoreError();
  expect(metrics.text()).toBe(`# HELP parley_requests_total API calls by route and class of status.
# TYPE parley_requests_total counter
parley_requests_total{route="config",status="2xx"} 1
parley_requests_total{route="relay",status="4xx"} 2
# HELP parley_refusals_total Refused calls by reason.
# TYPE parley_refusals_total counter
parley_refusals_total{reason="not-found"} 1
parley_refusals_total{reason="path-not-relayed"} 1
# HELP parley_open_replies Replies of providers that are being relayed.
# TYPE parley_open_replies gauge
parley_open_replies 1
# HELP parley_first_byte_seconds Delay from a relayed call to the first byte of its reply.
# TYPE parley_first_byte_seconds histogram
parley_first_byte_seconds_bucket{le="0.1"} 0
parley_first_byte_seconds_bucket{le="0.25"} 0
parley_first_byte_seconds_bucket{le="0.5"} 1
parley_first_byte_seconds_bucket{le="1"} 1
parley_first_byte_seconds_bucket{le="2.5"} 1
parley_first_byte_seconds_bucket{le="5"} 1
parley_first_byte_seconds_bucket{le="10"} 1
parley_first_byte_seconds_bucket{le="30"} 1
parley_first_byte_seconds_bucket{le="60"} 1
parley_first_byte_seconds_bucket{le="+Inf"} 2
parley_first_byte_seconds_sum 90.3
parley_first_byte_seconds_count 2
# HELP parley_tokens_total Tokens of counted replies by provider and model.
# TYPE parley_tokens_total counter
parley_tokens_total{provider="acme",model="acme-1",direction="input"} 4
parley_tokens_total{provider="acme",model="acme-1",direction="output"} 6
parley_tokens_total{provider="lab",model="a\\"b\\\\c",direction="input"} 7
parley_tokens_total{provider="lab",model="a\\"b\\\\c",direction="output"} 8
# HELP parley_token_seconds Mean time for a token of a stream, after its response has begun.
# TYPE parley_token_seconds histogram
parley_token_seconds_bucket{le="0.0025"} 0
parley_token_seconds_bucket{le="0.005"} 0
parley_token_seconds_bucket{le="0.01"} 0
parley_token_seconds_bucket{le="0.02"} 1
parley_token_seconds_bucket{le="0.05"} 1
parley_token_seconds_bucket{le="0.1"} 1
parley_token_seconds_bucket{le="0.25"} 1
parley_token_seconds_bucket{le="1"} 1
parley_token_seconds_bucket{le="+Inf"} 2
parley_token_seconds_sum 2.02
parley_token_seconds_count 2
# HELP parley_store_errors_total Failures of the store of usage.
# TYPE parley_store_errors_total counter
parley_store_errors_total 1
`);
});

test("callers cannot add values of labels", () => {
  const metrics = createMetrics(() => 0);
  for (let index = 0; index < 1000; index++) metrics.countCall(`/api/x"${index}\n/y`, 404, "not-found");
  expect(metrics.text().match(/^parley_requests_total.*$/gm)).toEqual([
    'parley_requests_total{route="relay",status="4xx"} 1000',
  ]);
});

test("models beyond the maximum count as others", () => {
  const metrics = createMetrics(() => 0);
  for (let index = 0; index < 600; index++) {
    metrics.countTokens({ provider: "acme", model: `m${index}`, input: 1, output: 2 });
  }
  const lines = metrics.text().match(/^parley_tokens_total.*$/gm) ?? [];
  expect(lines).toHaveLength(2 * 501);
  expect(lines).toContain('parley_tokens_total{provider="acme",model="other",direction="output"} 200');
});

test.each([
  ["acme-1", "acme-1"],
  ["custom", "custom"],
  ["deployed", "deployed"],
  ["whatever a caller sends", "other"],
  ["", "other"],
])("the model %j has the label %s", (model, label) => {
  const { server } = start({ CUSTOM_MODELS: "+custom,+a@acme=deployed" });
  expect(modelLabel(server.config, acme, model)).toBe(label);
});

test("a relayed reply with limits of tokens is counted", async () => {
  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
  const reply = { choices: [{ message: { role: "assistant", content: "Hi" } }], usage };
  const limits = { CODE: "sesame", CODE_LIMITS: '{"sesame":{"tokensPerDay":10000}}' };
  const { server } = start(limits, [Response.json(reply)]);
  await (await chat(server, undefined, { authorization: "Bearer nk-sesame" })).text();
  expect(await linesOf(server, /tokens/)).toEqual([
    'parley_tokens_total{provider="acme",model="acme-1",direction="input"} 3',
    'parley_tokens_total{provider="acme",model="acme-1",direction="output"} 4',
  ]);
  // Only a stream has times of its tokens.
  expect(await linesOf(server, /token_seconds_count/)).toEqual(["parley_token_seconds_count 0"]);
});

test("the time for a token is that of a stream, from its response to its end", async () => {
  const limits = { CODE: "sesame", CODE_LIMITS: '{"sesame":{"tokensPerDay":10000}}' };
  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
  const text = `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`;
  let end = () => {};
  const body = new ReadableStream({
    start(controller) {
      end = () => {
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      };
    },
  });
  const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  const { env, server } = start(limits, [response]);
  const reply = await chat(server, undefined, { authorization: "Bearer nk-sesame" });
  await env.advance(2000);
  end();
  await reply.text();
  expect(await linesOf(server, /token_seconds_(sum|count)/)).toEqual([
    "parley_token_seconds_sum 0.5",
    "parley_token_seconds_count 1",
  ]);
});

test("the secret is needed, wrong ones are slowed down, and without one the route does not exist @A2.10", async () => {
  const { env, server } = start();
  const guess = async () => {
    const response = read(server, { authorization: "Bearer wrong" });
    await env.advance(heldMs);
    return (await response).status;
  };
  expect((await read(server)).headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect((await read(server, {})).status).toBe(401);
  for (let index = 0; index < 20; index++) expect(await guess()).toBe(401);
  expect([await guess(), (await read(server)).status]).toEqual([429, 200]);
  expect((await read(start({ ADMIN_SECRET: "" }).server)).status).toBe(404);
});

test("a relayed reply is open until its body has ended", async () => {
  const { server } = start({}, [Response.json({ choices: [] })]);
  const response = await chat(server);
  expect(await linesOf(server, /open_replies|first_byte_seconds_count/)).toEqual([
    "parley_open_replies 1",
    "parley_first_byte_seconds_count 0",
  ]);
  await response.text();
  expect(await linesOf(server, /open_replies|first_byte_seconds_count/)).toEqual([
    "parley_open_replies 0",
    "parley_first_byte_seconds_count 1",
  ]);
});

test.each<[string, FakeAnswer]>([
  ["a network failure", () => Promise.reject(new TypeError("fetch failed"))],
  ["a refused key", Response.json({}, { status: 401 })],
  ["a redirect", new Response(null, { status: 302 })],
  ["an error with a body", Response.json({ error: "x" }, { status: 400 })],
  ["an empty reply", new Response(null, { status: 204 })],
])("no reply stays open after %s", async (_name, answer) => {
  const { server } = start({}, [answer]);
  await (await chat(server)).text();
  expect(await linesOf(server, /open_replies/)).toEqual(["parley_open_replies 0"]);
});

test("a caller who leaves ends the reply", async () => {
  const { server } = start({}, [new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(3)) }))]);
  const response = await chat(server);
  await response.body?.cancel();
  expect(await linesOf(server, /open_replies/)).toEqual(["parley_open_replies 0"]);
});

test("refusals are counted by their reason", async () => {
  const { server } = start();
  await chat(server, ["v1", "files"]);
  expect(await linesOf(server, /refusals/)).toEqual(['parley_refusals_total{reason="path-not-relayed"} 1']);
});
