import { accessRoute } from "@/lib/server/access-route";
import { handleApi } from "@/lib/server/api";
import { createLog, type LoggedCall } from "@/lib/server/log";
import { relayRoute } from "@/lib/server/relay-route";
import { readServerConfig } from "@/lib/server/server-config";
import { fakeEnvironment } from "../../support/fake-environment";
import { testProviders, testServer } from "../../support/test-server";

const nowMs = 1_800_000_000_000;
const time = "2027-01-15T08:00:00.000Z";

function written(format: "text" | "json") {
  const lines: [string, string][] = [];
  const to = (level: string) => (line: string) => void lines.push([level, line]);
  const output = { info: to("info"), warn: to("warn"), error: to("error") };
  return { log: createLog(format, () => nowMs, output), lines };
}

test("plain text is written as it is, without calls", () => {
  const { log, lines } = written("text");
  log.write("warn", "Configuration: a problem.");
  expect(lines).toEqual([["warn", "Configuration: a problem."]]);
  expect(log.call).toBeUndefined();
});

test("JSON has the time, the level and the message, and the fields of a call", () => {
  const { log, lines } = written("json");
  log.write("error", 'API: "unexpected"\nError');
  const call = { requestId: "id-1", route: "config", status: 200, durationMs: 3 };
  log.call?.(call);
  log.call?.({ ...call, status: 503, refusal: "code-uncounted" });
  expect(lines.map(([output, line]) => [output, JSON.parse(line)])).toEqual([
    ["error", { time, level: "error", message: 'API: "unexpected"\nError' }],
    ["info", { time, level: "info", message: "call", ...call }],
    ["error", { time, level: "error", message: "call", ...call, status: 503, refusal: "code-uncounted" }],
  ]);
  expect(lines.every(([, line]) => line.startsWith('{"time":"') && !line.includes("\n"))).toBe(true);
});

test.each([
  [undefined, "text", []],
  ["text", "text", []],
  [" json ", "json", []],
  ["xml", "text", ["LOG_FORMAT is neither text nor json: the log is plain text."]],
])("LOG_FORMAT=%s is %s", (LOG_FORMAT, format, problems) => {
  const config = readServerConfig({ LOG_FORMAT }, testProviders);
  expect([config.logFormat, config.problems]).toEqual([format, problems]);
});

function start(isJson = true) {
  const headers = { "content-type": "application/json", "x-request-id": "req-of-provider" };
  const env = fakeEnvironment({ now: nowMs, responses: () => new Response("{}", { headers }) });
  const calls: LoggedCall[] = [];
  const server = testServer(env, { ACME_API_KEY: "sk-operator", CODE: "sesame" });
  return { calls, server: isJson ? { ...server, logCall: (call: LoggedCall) => void calls.push(call) } : server };
}

const ask = (route: string, token: string) =>
  new Request(`http://chat.example/api/${route}?secret=query`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "x-request-id": "forged" },
    body: '{"model":"acme-1","messages":[]}',
  });
const path = ["v1", "chat", "completions"];

test("each call is logged under the id of its response, without anything that the caller sent @L6.1", async () => {
  const { calls, server } = start();
  const relayed = await relayRoute(ask("acme/v1/chat/completions", "nk-sesame"), "acme", path, server);
  const refused = await accessRoute(ask("access", "nk-wrong"), server);
  const unknown = await relayRoute(ask("nobody/v1/chat/completions", "nk-sesame"), "nobody", path, server);
  const ids = [relayed, refused, unknown].map(({ headers }) => headers.get("x-request-id") ?? "");
  expect(new Set(ids).size).toBe(3);
  expect(relayed.headers.get("x-upstream-request-id")).toBe("req-of-provider");
  expect(calls).toEqual([
    { requestId: ids[0], route: "relay", provider: "acme", status: 200, durationMs: 0 },
    { requestId: ids[1], route: "access", status: 401, durationMs: 0, refusal: "code-wrong" },
    { requestId: ids[2], route: "relay", status: 404, durationMs: 0, refusal: "not-found" },
  ]);
});

test("calls that are refused before their route are logged and counted, too", async () => {
  const { calls, server } = start();
  const running = globalThis as { [name: symbol]: unknown };
  const key = Symbol.for("parley.server");
  running[key] = server;
  const headers = new Headers({ host: "chat.example" });
  const signal = new AbortController().signal;
  const url = "http://chat.example/api/acme/v1/models";
  const { status } = await handleApi({ url, method: "GET", headers, body: null, signal }, ["acme", "v1", "models"]);
  delete running[key];
  expect([status, calls.map(({ refusal }) => refusal)]).toEqual([401, ["code-missing"]]);
  expect(server.metrics.text()).toContain('parley_refusals_total{reason="code-missing"} 1');
});

test("in plain text, a response has the id that the provider sent", async () => {
  const { server } = start(false);
  const { headers } = await relayRoute(ask("acme/v1/chat/completions", "nk-sesame"), "acme", path, server);
  expect([headers.get("x-request-id"), headers.get("x-upstream-request-id")]).toEqual(["req-of-provider", null]);
});
