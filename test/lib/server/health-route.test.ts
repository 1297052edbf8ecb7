import { healthRoute, readyRoute } from "@/lib/server/health-route";
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
