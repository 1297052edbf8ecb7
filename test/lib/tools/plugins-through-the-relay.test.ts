import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import type { ToolOutcome } from "@/lib/chat/tool";
import { fetchPinned } from "@/lib/server/pinned-fetch";
import { pluginProxyRoute } from "@/lib/server/plugin-proxy-route";
import { emptyPlugin, type Plugin } from "@/lib/tools/plugin";
import { pluginTools } from "@/lib/tools/plugin-tools";
import { createSendPluginCall } from "@/lib/tools/send-plugin-call";
import { fakeEnvironment } from "../../support/fake-environment";
import { testServer } from "../../support/test-server";

/** A server made of an OpenAPI document by a program of others: it refuses what the document does not allow. */
interface MockServer {
  readonly url: string;
  readonly process: ChildProcess;
}

const mocks = new Map<string, MockServer>();
const names = ["pets", "tides", "letters"] as const;

beforeAll(async () => {
  const started = await Promise.all(names.map(startMock));
  names.forEach((name, index) => void mocks.set(name, started[index] as MockServer));
}, 60_000);

afterAll(async () => {
  await Promise.all(
    [...mocks.values()].map(
      ({ process: mock }) =>
        new Promise((resolve) => {
          mock.on("close", resolve);
          mock.kill();
        }),
    ),
  );
});

async function startMock(name: string): Promise<MockServer> {
  const port = await freePort();
  const file = `test/fixtures/openapi/${name}.yaml`;
  const args = ["node_modules/.bin/prism", "mock", file, "-h", "127.0.0.1", "-p", String(port)];
  const mock = spawn(process.execPath, args, { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return { url, process: mock };
    if (mock.exitCode !== null) throw new Error(`The mock server of ${name} ended.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    }),
  );
}

/** Runs an operation of a plugin as a chat does: through the relay, whose operator opened the mock server. */
async function run(
  name: (typeof names)[number],
  operation: string,
  args: Record<string, unknown>,
  credential: Partial<Plugin> = {},
): Promise<ToolOutcome> {
  const url = mocks.get(name)?.url ?? "";
  const document = readFileSync(`test/fixtures/openapi/${name}.yaml`, "utf8");
  const content = document.replace(`https://${name}.example`, url);
  const server = {
    ...testServer(fakeEnvironment(), { CODE: "one", PLUGIN_PROXY_INTERNAL_HOSTS: url }),
    reach: (call: Parameters<typeof fetchPinned>[0]) => fetchPinned(call),
  };
  const env = fakeEnvironment({
    responses: (call) => pluginProxyRoute(new Request(`http://chat.example${call.url}`, call.init), server),
  });
  const relay = { url: "/api/proxy", headers: { Authorization: "Bearer nk-one" } };
  const send = createSendPluginCall({ env, relay: () => relay });
  const plugin = { ...emptyPlugin({ id: name, now: 0 }), content, usingProxy: true, ...credential };
  const tools = await pluginTools(plugin, send);
  const tool = tools.find(({ ownName }) => ownName === operation);
  if (!tool) throw new Error(`${name} has no ${operation}.`);
  return tool.run(args, { signal: new AbortController().signal, onProgress: () => undefined });
}

const visit = {
  petId: 3,
  notify: ["owner", "vet"],
  "X-Request-Id": "2f1c9d34-5a52-4a7e-9f31-0d6f2f4c8a11",
  date: "2026-03-01",
  reason: "limps",
};

test("sends parameters in the path, the query and the header, and a JSON body, as the document requires", async () => {
  expect(await run("pets", "addVisit", visit)).toEqual({ text: '{"id":7}' });
});

test.each([
  ["a path that is not a number", { petId: "tide" }],
  ["a query value that is not in the list", { notify: ["neighbour"] }],
  ["a header with an invalid format", { "X-Request-Id": "7" }],
  ["a body that is too short", { reason: "x" }],
])("%s is rejected by the plugin's server, whose message is returned", async (_, wrong) => {
  const outcome = await run("pets", "addVisit", { ...visit, ...wrong });
  expect(outcome).toEqual({ text: expect.stringMatching(/^HTTP 422.*\n.*UNPROCESSABLE_ENTITY/), problem: "failed" });
});

test("keeps the slash at the end of a path, and returns a response without a body", async () => {
  expect(await run("pets", "listPets", {})).toEqual({ text: '["Rex","Tide"]' });
  expect(await run("pets", "removePet", { petId: 3 })).toEqual({ text: "HTTP 204" });
});

const key = { authType: "custom", authLocation: "query", authHeader: "appid", authToken: "k&1" } as const;

test("sends a key in the query; without it the plugin's server rejects the call", async () => {
  expect(await run("tides", "tidesOf", { place: "St. Peter-Ording & Büsum" }, key)).toEqual({
    text: '{"high":"12:04"}',
  });
  expect(await run("tides", "tidesOf", { place: "Kiel" })).toMatchObject({
    text: expect.stringMatching(/^HTTP 401/),
    problem: "failed",
  });
  expect(await run("tides", "tidesOf", { place: "Kiel", days: 9 }, key)).toMatchObject({ problem: "failed" });
});

const token = { authType: "bearer", authToken: "t1" } as const;

test("sends both kinds of forms, with the plugin's own token", async () => {
  expect(await run("letters", "sendLetter", { to: "Ada", text: "潮\r\n--x" }, token)).toEqual({
    text: '{"sent":true}',
  });
  expect(await run("letters", "saveAddress", { name: "Ada & Co", city: "Kiel" }, token)).toEqual({
    text: '{"saved":true}',
  });
  expect(await run("letters", "saveAddress", { name: "Ada", city: "Rome" }, token)).toMatchObject({
    problem: "failed",
  });
  expect(await run("letters", "sendLetter", { to: "Ada", text: "high" })).toMatchObject({
    text: expect.stringMatching(/^HTTP 401/),
  });
});
