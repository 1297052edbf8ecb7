import { adminRoute } from "@/lib/server/admin/admin-route";
import { signSession } from "@/lib/server/admin/admin-session";
import { configFileRoute, defaultsFileRoute, exportedServer } from "@/lib/server/brand-route";
import { readyRoute } from "@/lib/server/health-route";
import { publicConfig } from "@/lib/server/public-config";
import { freshMs, maxDefaultsBytes } from "@/lib/server/site-defaults";
import { type FakeAnswer, type FakeEnvironment, fakeEnvironment } from "../../support/fake-environment";
import { testServer } from "../../support/test-server";

const asked = (path: string) => new Request(`http://0.0.0.0:3000/${path}`, { headers: { host: "10.0.0.7:3000" } });
const address = "https://files.example.com/defaults.json?token=t0p";
const secret = "an-administrators-secret-of-40-characters";

async function contentOf(response: Response | Promise<Response>) {
  return (await response).json();
}

function serverWith(responses: readonly FakeAnswer[], variables = {}) {
  const env = fakeEnvironment({ now: 1_000_000, responses });
  return { env, server: testServer(env, { DEFAULTS: address, ...variables }) };
}

const pending = { defaults: { settings: {}, fixed: [], hidden: [], isPending: true } };

const deepMasks = `{"masks":[{"name":"a","context":${"[".repeat(20_000)}${"]".repeat(20_000)}}]}`;

const answer = (value: unknown) => () => Response.json(value);

test("config.json has the settings and defaults.json the rest, so that the first screen loads no masks", async () => {
  const DEFAULTS = JSON.stringify({
    settings: { theme: "dark", systemPrompt: "Be brief." },
    fixed: ["theme"],
    hidden: ["fontFamily"],
    masks: [{ name: "Harbour", context: [] }],
  });
  const server = testServer(fakeEnvironment(), { DEFAULTS, BRAND_NAME: "Harbour" });
  expect(server.config.problems).toEqual([]);
  expect(await contentOf(configFileRoute(asked("config.json"), server))).toEqual({
    name: "Harbour",
    defaults: {
      settings: { theme: "dark", systemPrompt: "Be brief." },
      fixed: ["theme"],
      hidden: ["fontFamily"],
    },
  });
  expect(await contentOf(defaultsFileRoute(asked("defaults.json"), server))).toEqual({
    masks: [{ name: "Harbour", context: [] }],
  });
});

test("without DEFAULTS both files are empty", async () => {
  const server = testServer(fakeEnvironment());
  expect(await contentOf(configFileRoute(asked("config.json"), server))).toEqual({});
  expect(await contentOf(defaultsFileRoute(asked("defaults.json"), server))).toEqual({});
});

test.each([
  ["not JSON", "{theme: dark}", "DEFAULTS has no effect: it is not JSON."],
  ["a list", "[]", "DEFAULTS has no effect: the value must be an object."],
  ["unencrypted", "http://files.example.com/x", "DEFAULTS has no effect: it is not JSON."],
  ["nested too deeply", deepMasks, "DEFAULTS has no effect: it is nested too deeply."],
  [
    "with a password",
    "https://me:pw@files.example.com/x",
    "DEFAULTS has no effect: its address is not https://host/path, without a name and a password.",
  ],
  ["too large", JSON.stringify({ x: "y".repeat(maxDefaultsBytes) }), "DEFAULTS has no effect: it is larger than 1 MB."],
  ["with an unknown setting", '{"settings":{"colour":1}}', "DEFAULTS: settings.colour is an unknown setting."],
])("a value that is %s is reported and fails no start", async (_name, DEFAULTS, problem) => {
  const server = testServer(fakeEnvironment(), { DEFAULTS });
  expect(server.config.problems).toEqual([problem]);
  expect(await contentOf(readyRoute(asked("api/ready"), server))).toEqual({ status: "ready", ignored: ["DEFAULTS"] });
  expect((await configFileRoute(asked("config.json"), server)).status).toBe(200);
  await expect(exportedServer(server)).rejects.toThrow(problem);
});

test("the server enforces a fixed model list and that own keys are off", () => {
  const DEFAULTS = JSON.stringify({
    settings: { customModels: "-all,+acme-1@acme", useCustomConfig: false },
    fixed: ["customModels", "useCustomConfig"],
  });
  const server = testServer(fakeEnvironment(), { DEFAULTS, ACME_API_KEY: "sk", CUSTOM_MODELS: "+other" });
  const { customModels, hideUserApiKey } = publicConfig(server.config);
  expect({ customModels, hideUserApiKey }).toEqual({ customModels: "+other,-all,+acme-1@acme", hideUserApiKey: true });
  const allowed = ["acme-1", "gpt-4"].map((model) => {
    const provider = server.config.providers.get("acme")?.provider;
    return provider && server.config.gate.isAllowed(model, provider);
  });
  expect(allowed).toEqual([true, false]);
});

test("values that are not fixed change nothing on the server", () => {
  const DEFAULTS = JSON.stringify({ settings: { customModels: "-all", useCustomConfig: false } });
  const { config } = testServer(fakeEnvironment(), { DEFAULTS });
  expect([config.customModels, config.hideUserApiKey]).toEqual(["", false]);
});

test("an address is fetched once in five minutes, also by many pages at once", async () => {
  const given = (theme: string) => ({ settings: { theme }, fixed: [], hidden: [] });
  const { env, server } = serverWith([
    answer({ settings: { theme: "dark" } }),
    answer({ settings: { theme: "light" } }),
  ]);
  const pages = await Promise.all([server.siteDefaults.read(), server.siteDefaults.read()]);
  expect(pages.map((page) => page?.defaults)).toEqual([given("dark"), given("dark")]);
  expect(env.calls.map(({ url }) => url)).toEqual([address]);
  await env.advance(freshMs.fetched - 1);
  await server.siteDefaults.read();
  expect(env.calls).toHaveLength(1);
  await env.advance(1);
  // A page never waits for a renewal.
  expect((await server.siteDefaults.read())?.defaults).toEqual(given("dark"));
  await env.advance(0);
  expect((await server.siteDefaults.read())?.defaults).toEqual(given("light"));
});

test("a failed renewal keeps the former defaults, is logged once without the address, and is repeated after a minute", async () => {
  const failing = () => new Response("no", { status: 503 });
  const { env, server } = serverWith([answer({ settings: { theme: "dark" } }), failing, failing]);
  await server.siteDefaults.read();
  await env.advance(freshMs.fetched);
  await server.siteDefaults.read();
  await env.advance(freshMs.failed);
  await server.siteDefaults.read();
  await env.advance(0);
  expect((await server.siteDefaults.read())?.defaults.settings).toEqual({ theme: "dark" });
  expect(env.calls).toHaveLength(3);
  expect(server.lines).toEqual(["Configuration: DEFAULTS could not be fetched: the status is 503."]);
  expect(server.siteDefaults.problems()).toEqual(["DEFAULTS could not be fetched: the status is 503."]);
});

test.each([
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1/" } })],
  ["a file that is too large", () => new Response(" ".repeat(maxDefaultsBytes + 1))],
  ["a broken file", () => new Response('{"settings":')],
  ["no network", () => Promise.reject(new TypeError("fetch failed"))],
] as const)("the app starts without defaults after %s", async (_name, response) => {
  const { server } = serverWith([response]);
  expect(await contentOf(configFileRoute(asked("config.json"), server))).toEqual(pending);
  expect((await defaultsFileRoute(asked("defaults.json"), server)).status).toBe(503);
  expect(server.siteDefaults.problems()).toHaveLength(1);
  expect(await contentOf(readyRoute(asked("api/ready"), server))).toEqual({ status: "ready", ignored: ["DEFAULTS"] });
  expect(server.lines.join()).not.toContain("t0p");
});

test("a page waits two seconds for an address that does not respond", async () => {
  const { env, server } = serverWith([() => new Promise<Response>(() => {})]);
  const page = configFileRoute(asked("config.json"), server);
  await env.advance(2000);
  expect(await contentOf(page)).toEqual(pending);
});

test("an export waits for an address, and fails if it fails slowly", async () => {
  const later = (env: () => FakeEnvironment, make: () => Response) => async () => {
    await env().delay(9000);
    return make();
  };
  for (const [make, isExported] of [
    [() => Response.json({ settings: { theme: "dark" } }), true],
    [() => new Response("no", { status: 503 }), false],
  ] as const) {
    const { env, server }: ReturnType<typeof serverWith> = serverWith([later(() => env, make)]);
    const exported = exportedServer(server).then(
      async () => contentOf(configFileRoute(asked("config.json"), server)),
      (error: Error) => error.message,
    );
    await env.advance(9000);
    expect(await exported).toEqual(
      isExported
        ? { defaults: { settings: { theme: "dark" }, fixed: [], hidden: [] } }
        : "DEFAULTS could not be fetched: the status is 503.",
    );
  }
});

test("the administrator's page shows the problems of an address", async () => {
  const file = { settings: { customModels: "-all", colour: 1 }, fixed: ["customModels"] };
  const { server } = serverWith([answer(file)], { ADMIN_SECRET: secret });
  const { token } = signSession(secret, server.env.now() / 1000);
  const request = new Request("http://10.0.0.7:3000/api/admin/config", {
    headers: { host: "10.0.0.7:3000", authorization: `Bearer ${token}` },
  });
  const { problems } = await contentOf(adminRoute(request, ["config"], server));
  expect(problems).toEqual(
    expect.arrayContaining([
      "DEFAULTS: settings.colour is an unknown setting.",
      "DEFAULTS: fixed.customModels is not enforced by the server, because it is at an address: set CUSTOM_MODELS.",
    ]),
  );
});

test("a file that becomes unusable is reported as replaced by the former one", async () => {
  const { env, server } = serverWith([answer({ settings: { theme: "dark" } }), () => new Response("<html>")]);
  await server.siteDefaults.read();
  await env.advance(freshMs.fetched);
  await server.siteDefaults.read();
  await env.advance(0);
  expect((await server.siteDefaults.read())?.defaults.settings).toEqual({ theme: "dark" });
  const problems = ["DEFAULTS has its former value: it is not JSON."];
  expect(server.siteDefaults.problems()).toEqual(problems);
  expect(server.lines).toEqual(problems.map((problem) => `Configuration: ${problem}`));
});

test("no key of a mask or an MCP server is published", async () => {
  const DEFAULTS = JSON.stringify({
    masks: [
      {
        name: "Pilot",
        token: "s3cret",
        context: [{ role: "user", content: "Hi", apiKey: "s3cret" }],
        modelConfig: { temperature: 1, apiKey: "s3cret" },
      },
    ],
    mcpServers: {
      a: { url: "https://u:s3cret@a.example/mcp" },
      b: { url: "https://b.example/mcp?x=1&access_token=s3cret" },
      c: { url: "https://c.example/mcp?api-key=s3cret" },
      d: { url: "https://d.example/mcp?key=s3cret" },
      e: { url: "https://e.example/mcp?keyword=ships" },
    },
  });
  const server = testServer(fakeEnvironment(), { DEFAULTS });
  expect(await contentOf(defaultsFileRoute(asked("defaults.json"), server))).toEqual({
    masks: [{ name: "Pilot", context: [{ role: "user", content: "Hi" }], modelConfig: { temperature: 1 } }],
    mcpServers: { e: { url: "https://e.example/mcp?keyword=ships" } },
  });
  expect(server.config.problems).toEqual([
    "DEFAULTS: masks.0.token is unknown.",
    "DEFAULTS: masks.0.context.0.apiKey is unknown.",
    "DEFAULTS: masks.0.modelConfig.apiKey is unknown.",
    "DEFAULTS: mcpServers.a.url contains a name or a password.",
    "DEFAULTS: mcpServers.b.url contains a key in its query.",
    "DEFAULTS: mcpServers.c.url contains a key in its query.",
    "DEFAULTS: mcpServers.d.url contains a key in its query.",
  ]);
});

test.each([
  ["config.json", configFileRoute],
  ["defaults.json", defaultsFileRoute],
] as const)("%s is sent again only if it has changed", async (path, route) => {
  const files = ["Ships first.", "Ships last."].map((content) => {
    return answer({ settings: { systemPrompt: content }, prompts: [{ title: "a", content }] });
  });
  const { env, server } = serverWith(files);
  const load = (etag: string) =>
    route(new Request("http://0.0.0.0:3000/", { headers: { host: "10.0.0.7:3000", "if-none-match": etag } }), server);
  const first = await load("");
  const etag = first.headers.get("etag") ?? "";
  expect([first.status, await first.text(), etag]).toEqual([
    200,
    expect.stringContaining("Ships first."),
    expect.stringMatching(/^W\/"[0-9a-f]{32}"$/),
  ]);
  const known = await load(`"other", ${etag}`);
  expect([known.status, await known.text(), known.headers.get("etag")]).toEqual([304, "", etag]);
  await env.advance(freshMs.fetched);
  await load(etag);
  await env.advance(0);
  const next = await load(etag);
  expect([next.status, await next.text()]).toEqual([200, expect.stringContaining("Ships last.")]);
  expect((await route(asked(path), server)).headers.get("cache-control")).toBe("no-cache");
});
