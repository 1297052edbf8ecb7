/** @jest-environment node */
import { createOtlpTraces } from "@/lib/server/tracing/otlp-traces";
import { bodyOf, type LocalUpstream, startUpstream } from "@/test/support/local-upstream";

const call = { method: "POST", route: "/api/openai/v1/chat/completions", provider: "openai" };
const line = "Traces: the receiver at OTEL_EXPORTER_OTLP_ENDPOINT cannot be reached or refuses them.";

let receiver: LocalUpstream | undefined;
afterEach(() => receiver?.close());

function open(url: string, ratio = 1) {
  const lines: string[] = [];
  const settings = {
    url: `${url}/v1/traces`,
    headers: { authorization: "Bearer key" },
    serviceName: "chat",
    ratio,
    readsParent: true,
  };
  return { lines, traces: createOtlpTraces(settings, Date.now, (each) => void lines.push(each)) };
}

/** Returns the attributes of a span or a resource as an object. */
function attributesOf({ attributes }: { attributes: { key: string; value: Record<string, unknown> }[] }) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

test("spans arrive with their facts, the name of the service and the operator's headers", async () => {
  const bodies: string[] = [];
  receiver = await startUpstream(async (request, response) => {
    bodies.push(await bodyOf(request));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const { traces, lines } = open(receiver.url);
  const tokens = { provider: "openai", model: "gpt-4o", input: 100, output: 50 };
  traces.begin(call)({ status: 200, firstByteMs: 250, tokens, areTokensEstimated: true });
  traces.begin({ method: "GET", route: "/api/{provider}/{path}" })({ status: 404, refusal: "not-found" });
  traces.begin(call)({ status: 502, refusal: "upstream-unreachable" });
  await traces.flush();
  expect(receiver.arrived.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ["POST", "/v1/traces", "Bearer key"],
  ]);
  const [{ resource, scopeSpans }] = JSON.parse(bodies.join("")).resourceSpans;
  expect(attributesOf(resource)).toEqual({ "service.name": "chat", "service.version": expect.any(String) });
  const spans = scopeSpans[0].spans.map((span: Parameters<typeof attributesOf>[0] & Record<string, unknown>) => [
    span.name,
    span.kind,
    span.status,
    attributesOf(span),
  ]);
  const named = { "http.request.method": "POST", "http.route": call.route, "gen_ai.provider.name": "openai" };
  expect(spans).toEqual([
    [
      "POST /api/openai/v1/chat/completions",
      2,
      { code: 0 },
      {
        ...named,
        "http.response.status_code": 200,
        "parley.first_byte_ms": 250,
        "gen_ai.request.model": "gpt-4o",
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 50,
        "parley.tokens_estimated": true,
      },
    ],
    [
      "GET /api/{provider}/{path}",
      2,
      { code: 0 },
      {
        "http.request.method": "GET",
        "http.route": "/api/{provider}/{path}",
        "http.response.status_code": 404,
        "error.type": "not-found",
      },
    ],
    [
      "POST /api/openai/v1/chat/completions",
      2,
      { code: 2 },
      { ...named, "http.response.status_code": 502, "error.type": "upstream-unreachable" },
    ],
  ]);
  expect(lines).toEqual([]);
});

test("a share of 0 sends nothing", async () => {
  receiver = await startUpstream((_request, response) => void response.end());
  const { traces } = open(receiver.url, 0);
  for (let index = 0; index < 100; index++) traces.begin(call)({ status: 200 });
  await traces.flush();
  expect(receiver.arrived).toEqual([]);
});

test("a receiver that refuses is logged once, without its text or the address", async () => {
  receiver = await startUpstream((_request, response) => void response.writeHead(400).end("hidden"));
  const { traces, lines } = open(receiver.url);
  for (let index = 0; index < 3; index++) {
    traces.begin(call)({ status: 200 });
    await traces.flush();
  }
  expect(receiver.arrived).toHaveLength(3);
  expect(lines).toEqual([line]);
});

test("traces beyond the queue are dropped while the receiver hangs", async () => {
  receiver = await startUpstream(() => undefined);
  const { traces, lines } = open(receiver.url);
  for (let index = 0; index < 100_000; index++) traces.begin(call)({ status: 200 });
  await traces.flush();
  // The receiver has confirmed nothing, so only a bounded number of batches is sent.
  expect(receiver.arrived.length).toBeLessThanOrEqual(4);
  await receiver.close();
  receiver = undefined;
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(lines).toEqual([line]);
}, 30_000);

test("a span continues the trace of its parent, and is sent if the parent is recorded, whatever the share", async () => {
  const bodies: string[] = [];
  receiver = await startUpstream(async (request, response) => {
    bodies.push(await bodyOf(request));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const { traces } = open(receiver.url, 0);
  const parent = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
  traces.begin(call, { ...parent, isSampled: true })({ status: 200 });
  traces.begin(call, { ...parent, isSampled: false })({ status: 200 });
  traces.begin(call)({ status: 200 });
  await traces.flush();
  const [{ scopeSpans }] = JSON.parse(bodies.join("")).resourceSpans;
  const spans = scopeSpans[0].spans.map((span: Record<string, unknown>) => [span.traceId, span.parentSpanId]);
  expect(spans).toEqual([[parent.traceId, parent.spanId]]);
});
