import { relayRoute } from "@/lib/server/relay-route";
import { readServerConfig } from "@/lib/server/server-config";
import type { Variables } from "@/lib/server/variables";
import { keyHostHeader } from "@/lib/settings/connect";
import { fakeEnvironment } from "../../support/fake-environment";
import { bodyOf, type LocalUpstream, startUpstream } from "../../support/local-upstream";
import { testServer } from "../../support/test-server";

const upstreams: LocalUpstream[] = [];

afterEach(async () => {
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
});

interface Given {
  readonly api?: string;
  readonly key?: string;
  readonly models?: readonly string[];
  readonly variables?: Variables;
  /** Keys that the model server rejects. */
  readonly rejected?: readonly string[];
  readonly isMoved?: boolean;
}

/** Starts a model server and the relay with it as the server "Lab"; the network between them is real. */
async function start({ api = "openai", key, models = [], variables = {}, rejected = [], isMoved }: Given = {}) {
  const bodies: unknown[] = [];
  const upstream = await startUpstream(async (request, response) => {
    const body = await bodyOf(request);
    const isJson = request.headers["content-type"]?.includes("json");
    bodies.push(body === "" ? undefined : isJson ? JSON.parse(body) : body);
    const sent = JSON.stringify(request.headers);
    if (rejected.some((each) => sent.includes(each))) response.writeHead(401);
    else if (isMoved) response.writeHead(302, { location: "/elsewhere" });
    else response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: [{ id: "named" }, { id: "other" }], echo: sent }));
  });
  upstreams.push(upstream);
  const env = fakeEnvironment({ responses: ({ url, init }) => fetch(url, init) });
  const entry = { name: "Lab", api, url: upstream.url, models, ...(key === undefined ? {} : { key: "LAB_KEY" }) };
  const given = { SERVERS: JSON.stringify([entry]), ...(key === undefined ? {} : { LAB_KEY: key }), ...variables };
  const server = { ...testServer(env), config: readServerConfig(given) };
  return { upstream, bodies, server, env };
}

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

function call(server: Awaited<ReturnType<typeof start>>["server"], { method = "POST", path, headers, body }: Call) {
  const request = new Request(`http://chat.example/api/site-lab/${path}`, {
    method,
    headers: { ...(!(body instanceof FormData) && { "content-type": "application/json" }), ...headers },
    body: method === "GET" ? null : body instanceof FormData ? body : JSON.stringify(body ?? { model: "named" }),
  });
  const [, ...segments] = new URL(request.url).pathname.split("/").slice(2).map(decodeURIComponent);
  return relayRoute(request, "site-lab", segments, server);
}

const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key", "api-key"];

/** Returns the requests as they arrived, with their credentials. */
function arrivedAt({ arrived }: LocalUpstream) {
  return arrived.map(({ method, url, headers }) => [
    method,
    url,
    Object.fromEntries(Object.entries(headers).filter(([name]) => keyHeaders.includes(name))),
  ]);
}

const bearer = { authorization: "Bearer sk-lab" };
const list = "GET v1/models";
const media = ["POST v1/images/generations", "POST v1/images/edits", "POST v1/audio/speech"];

test.each([
  ["openai", ["POST v1/chat/completions", ...media, list], bearer],
  ["openai-responses", ["POST v1/responses", ...media, list], bearer],
  ["anthropic", ["POST v1/messages", "GET v1/models?limit=1000"], { "x-api-key": "sk-lab" }],
  [
    "gemini",
    [
      "POST v1beta/models/named:streamGenerateContent?alt=sse",
      "POST v1beta/models/named:generateContent",
      "GET v1beta/models?pageSize=1000",
    ],
    { "x-goog-api-key": "sk-lab" },
  ],
  [
    "azure",
    [
      "POST deployments/named/chat/completions?api-version=2024-10-21",
      "POST deployments/named/images/generations?api-version=2024-10-21",
      "POST deployments/named/audio/speech?api-version=2025-04-01-preview",
      "POST v1/responses?api-version=preview",
    ],
    { "api-key": "sk-lab" },
  ],
  ["ollama", ["POST v1/chat/completions", "POST api/show", list], bearer],
])("forwards the calls of the API %s with the operator's key", async (api, calls, credentials) => {
  const { server, upstream } = await start({ api, key: "sk-lab" });
  for (const each of calls) {
    const [method = "", path = ""] = each.split(" ");
    expect((await call(server, { method, path })).status).toBe(200);
  }
  expect(arrivedAt(upstream)).toEqual(calls.map((each) => [each.split(" ")[0], `/${each.split(" ")[1]}`, credentials]));
});

test.each([
  ["openai", "v1/audio/transcriptions"],
  ["openai-responses", "v1/audio/transcriptions"],
  ["azure", "deployments/whisper/audio/transcriptions?api-version=2025-04-01-preview"],
])("forwards recordings to a server with the API %s, as a checked form only @C3.1", async (api, path) => {
  const variables = { CUSTOM_MODELS: "-gpt-4" };
  const { server, upstream, bodies } = await start({ api, key: "sk-lab", models: ["whisper"], variables });
  const record = (model: string, to = path) => {
    const form = new FormData();
    form.append("model", model);
    form.append("file", new Blob(["sound"], { type: "audio/webm" }), "speech.webm");
    return call(server, { path: to, headers: { accept: "application/json" }, body: form });
  };
  expect((await record("whisper")).status).toBe(200);
  expect(upstream.arrived.map(({ url }) => url)).toEqual([`/${path}`]);
  expect(bodies).toEqual([expect.stringMatching(/name="model"\r\n\r\nwhisper\r\n.*filename="speech.webm"/s)]);
  expect((await record("other")).status).toBe(403);
  if (api === "azure") expect((await record("whisper", path.replace("whisper", "other"))).status).toBe(403);
  expect((await call(server, { path, body: { model: "whisper", file: "https://elsewhere.example" } })).status).toBe(
    400,
  );
  expect(upstream.arrived).toHaveLength(1);
});

test.each(["anthropic", "gemini", "ollama"])("forwards no speech to a server with the API %s @C3.5", async (api) => {
  const { server, upstream } = await start({ api, key: "sk-lab" });
  for (const path of ["v1/audio/speech", "v1/audio/transcriptions", "deployments/named/audio/speech"]) {
    expect((await call(server, { path })).status).toBe(403);
  }
  expect(upstream.arrived).toEqual([]);
});

test("adds the API version of the operator to calls of Azure's API without one", async () => {
  const { server, upstream } = await start({ api: "azure", variables: { AZURE_API_VERSION: "2024-10-21" } });
  await call(server, { path: "deployments/named/chat/completions" });
  expect(upstream.arrived.map(({ url }) => url)).toEqual([
    "/deployments/named/chat/completions?api-version=2024-10-21",
  ]);
});

const others = [
  "DELETE api/delete",
  "POST api/delete",
  "POST api/pull",
  "POST api/push",
  "POST api/create",
  "POST api/copy",
  "POST api/generate",
  "POST api/chat",
  "POST api/embed",
  "GET api/tags",
  "GET api/ps",
  "GET api/version",
  "POST v1/completions",
  "POST v1/embeddings",
  "POST v1/complete",
  "POST v1/files",
  "GET v1/files",
  "POST v1/fine_tuning/jobs",
  "POST v1/audio/translations",
  "POST v1/audio/voices",
  "POST v1/load_lora_adapter",
  "GET v1/models/named",
  "DELETE v1/models/named",
  "GET props",
  "POST props",
  "GET slots",
  "GET metrics",
  "POST models/load",
  "POST models/unload",
  "POST v1beta/models/named:embedContent",
  "POST v1beta/cachedContents",
  "POST deployments/named/embeddings",
  "GET ",
  "POST v1/chat/completions/..%2f..%2fapi%2fpull",
  "POST v1/chat/completions/../../api/pull",
  "POST v1//chat/completions",
  "POST api%2Fpull",
];

test.each(["openai", "openai-responses", "anthropic", "gemini", "azure", "ollama"])(
  "forwards no other call to a server with the API %s @C3.5",
  async (api) => {
    const { server, upstream } = await start({ api, key: "sk-lab" });
    const statuses = [];
    for (const each of others) {
      const [method = "", path = ""] = each.split(" ");
      statuses.push([each, (await call(server, { method, path })).status]);
    }
    expect(statuses).toEqual(others.map((each) => [each, each.startsWith("DELETE") ? 405 : 403]));
    expect(upstream.arrived).toEqual([]);
  },
);

const chat = { path: "v1/chat/completions" };

test("a server without a key gets no credential", async () => {
  const { server, upstream } = await start({ variables: { OPENAI_API_KEY: "sk-openai", OPENAI_ORG_ID: "org-1" } });
  expect((await call(server, { ...chat, headers: { cookie: "a=b" } })).status).toBe(200);
  expect(arrivedAt(upstream)).toEqual([["POST", "/v1/chat/completions", {}]]);
  const [arrived] = upstream.arrived;
  for (const name of ["cookie", "openai-organization"]) expect(arrived?.headers).not.toHaveProperty(name);
});

test.each([
  ["none", {}, 401],
  ["a wrong one", { authorization: "Bearer nk-wrong" }, 401],
  ["the right one", { authorization: "Bearer nk-open" }, 200],
])("with access codes, a caller with %s gets %s %i @A2.1", async (_, headers, status) => {
  const { server, upstream } = await start({ key: "sk-lab", variables: { CODE: "open" } });
  const statuses = [
    (await call(server, { ...chat, headers })).status,
    (await call(server, { method: "GET", path: "v1/models", headers })).status,
  ];
  expect(statuses).toEqual([status, status]);
  expect(upstream.arrived).toHaveLength(status === 200 ? 2 : 0);
});

test.each([
  ["alone", {}, {}, 400],
  ["with an access code", { "x-api-key": "nk-open" }, { CODE: "open" }, 400],
  ["where own keys are forbidden", {}, { HIDE_USER_API_KEY: "1" }, 401],
])("refuses a caller's own key %s, also for the host of the server @A2.2", async (_, headers, variables, status) => {
  const { server, upstream } = await start({ key: "sk-lab", variables });
  const own = { authorization: "Bearer sk-own", ...headers };
  const forHost = { ...own, [keyHostHeader]: `http://${new URL(upstream.url).host}` };
  const statuses = [
    (await call(server, { ...chat, headers: own })).status,
    (await call(server, { ...chat, headers: forHost })).status,
  ];
  expect(statuses).toEqual([status, status]);
  expect(upstream.arrived).toEqual([]);
});

test("tries the next key after a rejected one, and does not forward the rejection of the last", async () => {
  const { server, upstream } = await start({ key: "sk-lab-one,sk-lab-two", rejected: ["sk-lab-one"] });
  expect((await call(server, chat)).status).toBe(200);
  expect(arrivedAt(upstream).at(-1)).toEqual(["POST", "/v1/chat/completions", { authorization: "Bearer sk-lab-two" }]);
  const all = await start({ key: "sk-lab-one", rejected: ["sk-lab-one"] });
  const response = await call(all.server, chat);
  expect([response.status, await response.json()]).toEqual([
    401,
    { error: { code: "auth", message: "The provider rejected the server's API key." } },
  ]);
});

test("replies contain no key @A2.6", async () => {
  const { server } = await start({ key: "sk-lab-0123456789" });
  const reply = await (await call(server, chat)).text();
  expect(reply).toContain("Bearer");
  expect(reply).not.toContain("0123456789");
});

test("the operator's list of models applies to calls and to the model list @C3.1", async () => {
  const { server, bodies } = await start({ models: ["named"], variables: { CUSTOM_MODELS: "-gpt-4" } });
  expect((await call(server, { ...chat, body: { model: "other" } })).status).toBe(403);
  expect((await call(server, { ...chat, body: { model: " named " } })).status).toBe(200);
  expect(bodies).toEqual([{ model: "named" }]);
  const models = await call(server, { method: "GET", path: "v1/models" });
  expect(await models.json()).toMatchObject({ data: [{ id: "named" }] });
});

test("limits of calls and bodies apply, with and without a key @C3.6", async () => {
  const variables = { MAX_OUTPUT_TOKENS: "100", MAX_BODY_BYTES: "200" };
  const { server, bodies } = await start({ variables });
  await call(server, { ...chat, body: { model: "named", max_tokens: 5000 } });
  expect(bodies).toEqual([{ model: "named", max_tokens: 100 }]);
  expect((await call(server, { ...chat, body: { model: "x".repeat(200) } })).status).toBe(413);
});

test("does not follow a redirect @O4.3", async () => {
  const { server, upstream } = await start({ key: "sk-lab", isMoved: true });
  expect((await call(server, chat)).status).toBe(502);
  expect(upstream.arrived.map(({ url }) => url)).toEqual(["/v1/chat/completions"]);
});
