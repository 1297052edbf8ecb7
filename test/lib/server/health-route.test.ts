import { healthRoute, readyRoute } from "@/lib/server/health-route";
import { createUsageLimits } from "@/lib/server/usage/limits";
import { memoryUsage } from "@/lib/server/usage/memory-usage";
import { fakeEnvironment } from "../../support/fake-environment";
import { testServer } from "../../support/test-server";

const asked = (path: string, method = "GET") =>
  new Request(`http://0.0.0.0:3000/api/${path}`, { method, headers: { host: "10.0.0.7:3000" } });

async function answerOf(response: Response) {
  return [response.status, response.headers.get("cache-control"), await response.json()];
}

test("a probe needs no code and learns nothing of the configuration", async () => {
  const server = testServer(fakeEnvironment(), { CODE: "sesame", ACME_API_KEY: "sk-server", PROXY_URL: "" });
  expect(await answerOf(await healthRoute(asked("health"), server))).toEqual([200, "no-store", { status: "ok" }]);
  expect(await answerOf(await readyRoute(asked("ready"), server))).toEqual([200, "no-store", { status: "ready" }]);
  expect((await healthRoute(asked("health", "POST"), server)).status).toBe(405);
});

test("a server whose outgoing calls all fail is alive, but not ready", async () => {
  const server = testServer(fakeEnvironment(), { PROXY_URL: "not a proxy" });
  expect((await healthRoute(asked("health"), server)).status).toBe(200);
  expect(await answerOf(await readyRoute(asked("ready"), server))).toEqual([
    503,
    "no-store",
    { status: "not-ready", reason: "configuration" },
  ]);
});

function withStore(choice: string) {
  const env = fakeEnvironment();
  const state = { isDown: false, checks: 0 };
  const store = {
    ...memoryUsage(env.now, env.newId),
    async check() {
      state.checks++;
      if (state.isDown) throw new Error("down");
    },
  };
  const server = testServer(env, { REDIS_URL: "redis://127.0.0.1:1", LIMITS_WITHOUT_STORE: choice });
  const usage = createUsageLimits({ open: async () => store, withoutStore: "default", env, log() {} });
  return { env, state, server: { ...server, usage } };
}

test.each([
  ["", 200, { status: "ready", store: "unreachable" }],
  ["open", 200, { status: "ready", store: "unreachable" }],
  ["closed", 503, { status: "not-ready", reason: "store" }],
])("with the choice %j, a server whose store is down answers %i", async (choice, status, body) => {
  const { env, server, state } = withStore(choice);
  expect(await answerOf(await readyRoute(asked("ready"), server))).toEqual([200, "no-store", { status: "ready" }]);
  state.isDown = true;
  await env.advance(1000);
  expect(await answerOf(await readyRoute(asked("ready"), server))).toEqual([status, "no-store", body]);
  expect((await healthRoute(asked("health"), server)).status).toBe(200);
  state.isDown = false;
  await env.advance(1000);
  expect((await readyRoute(asked("ready"), server)).status).toBe(200);
});

test("many probes are one check of the store a second", async () => {
  const { env, server, state } = withStore("closed");
  for (let times = 0; times < 100; times++) await readyRoute(asked("ready"), server);
  expect(state.checks).toBe(1);
  await env.advance(1000);
  await Promise.all(Array.from({ length: 100 }, () => readyRoute(asked("ready"), server)));
  expect(state.checks).toBe(2);
});

test("a store that does not reply holds a probe for 200 ms", async () => {
  const { env, server } = withStore("closed");
  const silent = { ...memoryUsage(env.now, env.newId), check: () => new Promise<never>(() => {}) };
  const usage = createUsageLimits({ open: async () => silent, withoutStore: "default", env, log() {} });
  let status = 0;
  void readyRoute(asked("ready"), { ...server, usage }).then((response) => {
    status = response.status;
  });
  await env.advance(199);
  expect(status).toBe(0);
  await env.advance(26);
  expect(status).toBe(503);
});
