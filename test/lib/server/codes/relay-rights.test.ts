import type { CodeRights } from "@/lib/server/codes/code-rights";
import { signCode } from "@/lib/server/codes/signed-code";
import { pluginProxyRoute } from "@/lib/server/plugin-proxy-route";
import { relayRoute } from "@/lib/server/relay-route";
import { searchRoute } from "@/lib/server/search-route";
import type { Variables } from "@/lib/server/variables";
import { type FakeAnswer, fakeEnvironment } from "../../../support/fake-environment";
import { testServer } from "../../../support/test-server";

const secret = "a secret of the tests, long enough: 0123456789".replace(",", "");
const nowMs = 1_800_000_000_000;

type Server = ReturnType<typeof testServer>;

function start(
  variables: Variables = {},
  responses: (() => Response) | readonly FakeAnswer[] = () => Response.json({}),
) {
  const env = fakeEnvironment({ now: nowMs, responses });
  const keys = { ACME_API_KEY: "sk-server", HEADED_API_KEY: "sk-headed" };
  return { env, server: testServer(env, { CODE_SECRET: secret, ...keys, ...variables }) };
}

/** Returns the header with a code of these rights. */
function codeWith(rights: Partial<CodeRights>, id = "ada"): string {
  const features = ["images", "voice", "tools"] as const;
  return `Bearer nk-${signCode({ id, issued: nowMs / 1000, rights: { features, ...rights } }, secret)}`;
}

interface Call {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const chat = { model: "gpt-4", messages: [] };

function call(server: Server, authorization: string, { path, method = "POST", headers, body = chat }: Call = {}) {
  const request = new Request(`http://chat.example/api/${path ?? "acme/v1/chat/completions"}`, {
    method,
    headers: { "content-type": "application/json", authorization, ...headers },
    body: method === "GET" ? null : JSON.stringify(body),
  });
  const [id = "", ...segments] = new URL(request.url).pathname.split("/").slice(2);
  return relayRoute(request, id, segments, server);
}

async function outcome(response: Promise<Response>): Promise<unknown> {
  const { status, ...answer } = await response.then(async (each) => ({ status: each.status, body: await each.json() }));
  return status === 200 ? 200 : [status, answer.body.error?.code ?? answer.body];
}

test.each<[string, Partial<CodeRights>, Call, unknown]>([
  ["a code without limits passes", {}, {}, 200],
  ["a listed model", { models: "-all,gpt-4" }, {}, 200],
  ["another model", { models: "-all,acme-1" }, {}, [403, "code-model"]],
  [
    "a model in another letter case",
    { models: "-all,gpt-4" },
    { body: { ...chat, model: "GPT-4" } },
    [403, "code-model"],
  ],
  [
    "another model beside the model",
    { models: "-all,gpt-4" },
    { body: { ...chat, models: ["acme-1"] } },
    [403, "code-model"],
  ],
  ["a call without a model", { models: "-all,gpt-4" }, { body: { messages: [] } }, [400, "bad-request"]],
  ["a model of another provider", { models: "-all,gpt-4@headed" }, {}, [403, "code-model"]],
  ["a listed provider", { providers: ["Acme"] }, {}, 200],
  ["another provider", { providers: ["headed"] }, {}, [403, "code-provider"]],
  [
    "another provider's list of models",
    { providers: ["headed"] },
    { method: "GET", path: "acme/v1/models" },
    [403, "code-provider"],
  ],
  ["an unknown provider", { providers: ["acne"] }, {}, [403, "code-provider"]],
  ["tools", { features: [] }, { body: { ...chat, tools: [{ type: "function" }] } }, [403, "code-tools"]],
  ["tools in another letter case", { features: [] }, { body: { ...chat, Tools: [{}] } }, [403, "code-tools"]],
  [
    "a search of the provider",
    { features: [] },
    { body: { ...chat, parameters: { enable_search: true } } },
    [403, "code-tools"],
  ],
  ["an empty list of tools", { features: [] }, { body: { ...chat, tools: [] } }, 200],
  ["tools that are included", { features: ["tools"] }, { body: { ...chat, tools: [{}] } }, 200],
  [
    "a tool that makes images",
    { features: ["tools"] },
    { body: { ...chat, tools: [{ type: "image_generation" }] } },
    [403, "code-images"],
  ],
  [
    "images as a modality",
    { features: [] },
    { body: { ...chat, modalities: ["text", "image"] } },
    [403, "code-images"],
  ],
  [
    "images of Gemini",
    { features: [] },
    { body: { ...chat, generationConfig: { responseModalities: ["IMAGE"] } } },
    [403, "code-images"],
  ],
  [
    "a model for images",
    { features: [], models: "+gpt-image-1@acme" },
    { body: { ...chat, model: "gpt-image-1" } },
    [403, "code-images"],
  ],
  [
    "a model for speech",
    { features: ["images", "tools"], models: "+gemini-tts@acme" },
    { body: { ...chat, model: "gemini-tts" } },
    [403, "code-voice"],
  ],
  ["a model for speech with voice", { features: ["voice"] }, { body: { ...chat, model: "gemini-tts" } }, 200],
  ["speech as a modality", { features: [] }, { body: { ...chat, modalities: ["audio"] } }, [403, "code-voice"]],
  [
    "live voice",
    { features: ["tools"] },
    { path: "acme/v1/realtime/client_secrets", body: { session: { model: "gpt-4" } } },
    [403, "code-voice"],
  ],
  ["speech to text", { features: [] }, { path: "acme/v1/audio/transcriptions" }, [403, "code-voice"]],
  ["messages that mention tools", { features: [] }, { body: { ...chat, messages: [{ tools: [{}] }] } }, 200],
  [
    "a reply in the background with a limit of replies",
    { atOnce: 2 },
    { body: { ...chat, background: true } },
    [403, "not-allowed"],
  ],
  ["a reply in the background without that limit", {}, { body: { ...chat, background: true } }, 200],
  ["a background of images", { atOnce: 2 }, { body: { ...chat, background: "transparent" } }, 200],
  ["an expired code", { expires: nowMs / 1000 }, {}, [401, "code-expired"]],
])("%s @A2.8", async (_, rights, asked, expected) => {
  const { server, env } = start();
  expect(await outcome(call(server, codeWith(rights), asked))).toEqual(expected);
  expect(env.calls).toHaveLength(expected === 200 ? 1 : 0);
});

test("the operator's list of models applies to every code @A2.8", async () => {
  const { server } = start({ CUSTOM_MODELS: "-gpt-4" });
  const refusal = [403, { error: true, message: "you are not allowed to use gpt-4 model" }];
  expect(await outcome(call(server, codeWith({ models: "+gpt-4" })))).toEqual(refusal);
});

test("lists of models contain only the models of the code", async () => {
  const { server } = start({}, () => Response.json({ data: [{ id: "gpt-4" }, { id: "acme-1" }] }));
  const response = await call(server, codeWith({ models: "-all,acme-1" }), { method: "GET", path: "acme/v1/models" });
  expect(await response.json()).toEqual({ data: [{ id: "acme-1" }] });
});

test("the rights of a plain code are enforced in the same way @A2.8", async () => {
  const { server } = start({ CODE: "one,two", CODE_LIMITS: '{"one":{"models":"-all,acme-1"}}' });
  expect(await outcome(call(server, "Bearer nk-one"))).toEqual([403, "code-model"]);
  expect(await outcome(call(server, "Bearer nk-two"))).toBe(200);
});

test("a code whose settings are invalid is refused @A2.8", async () => {
  const { server } = start({ CODE: "one", CODE_LIMITS: '{"one":{"perMinute":0}}' });
  expect(await outcome(call(server, "Bearer nk-one"))).toEqual([403, "code-invalid"]);
});

test.each<[string, readonly ("tools" | "own-keys")[], Record<string, string>, unknown]>([
  [
    "without the right",
    ["tools"],
    {},
    [401, { error: true, msg: "you are not allowed to access with your own api key" }],
  ],
  ["with the right", ["own-keys"], {}, 200],
])("where own keys are forbidden, a code beside the key %s @A2.3 @A2.8", async (_, features, _none, expected) => {
  const { server } = start({ HIDE_USER_API_KEY: "1" });
  const headers = { "x-api-key": "sk-own" };
  expect(await outcome(call(server, codeWith({ features }), { headers }))).toEqual(expected);
  expect(await outcome(call(server, "Bearer nk-wrong", { headers }))).toMatchObject([401, {}]);
});

test("the rights of a code apply beside an own key that needs it @A2.8", async () => {
  const { server, env } = start({ HIDE_USER_API_KEY: "1" });
  const headers = { "x-api-key": "sk-own" };
  const code = codeWith({ features: ["own-keys"], models: "-all,acme-1" });
  expect(await outcome(call(server, code, { headers }))).toEqual([403, "code-model"]);
  const body = { ...chat, model: "acme-1" };
  expect(await outcome(call(server, code, { headers, body: { ...body, tools: [{}] } }))).toEqual([403, "code-tools"]);
  expect(await outcome(call(server, code, { headers, body }))).toBe(200);
  expect(JSON.stringify(env.calls.map(({ init }) => init))).not.toMatch(/sk-server|c1\./);
});

test("calls beyond those of a minute are refused with the time to wait, for each code alone @A2.8", async () => {
  const { server, env } = start();
  const code = codeWith({ perMinute: 2 });
  expect(await Promise.all([1, 2, 3].map(() => outcome(call(server, code))))).toEqual([
    200,
    200,
    [429, "code-per-minute"],
  ]);
  expect((await call(server, code)).headers.get("retry-after")).toBe("61");
  expect(await outcome(call(server, code, { method: "GET", path: "acme/v1/voices" }))).toBe(200);
  expect(await outcome(call(server, codeWith({ perMinute: 2 }, "bob")))).toBe(200);
  await env.advance(61_000);
  expect(await outcome(call(server, code))).toBe(200);
});

test("replies at the same time are limited until one ends, fails or is left @A2.8", async () => {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const answer = () => new Response(new ReadableStream<Uint8Array>({ start: (stream) => void streams.push(stream) }));
  const { server } = start({}, answer);
  const code = codeWith({ atOnce: 1 });
  const refusal = [429, "code-at-once"];

  const first = await call(server, code);
  expect(await outcome(call(server, code))).toEqual(refusal);
  streams[0]?.close();
  await first.text();

  const second = await call(server, code);
  expect(await outcome(call(server, code))).toEqual(refusal);
  await second.body?.cancel();

  const third = await call(server, code);
  expect(await outcome(call(server, code))).toEqual(refusal);
  streams[2]?.error(new Error("broken"));
  await expect(third.text()).rejects.toThrow();

  // A refused call takes no place.
  expect(await outcome(call(server, code, { body: "no object" }))).toEqual([400, "bad-request"]);
  const last = await call(server, code);
  expect(last.status).toBe(200);
  await last.body?.cancel();
});

test("a provider that cannot be reached takes no place", async () => {
  const { server } = start({}, () => {
    throw new Error("offline");
  });
  const code = codeWith({ atOnce: 1 });
  for (let round = 0; round < 2; round++) expect(await outcome(call(server, code))).toEqual([502, "network"]);
});

test("searches and calls of plugins need a code with tools, and searches count @A2.8", async () => {
  const { server } = start({ SEARCH_ENGINE: "Tavily", SEARCH_API_KEY: "key" }, () => Response.json({ results: [] }));
  const ask = (path: string, authorization: string) =>
    new Request(`http://chat.example/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization, "x-base-url": "https://example.com/" },
      body: '{"query":"tide","count":5}',
    });
  const search = (code: string) => outcome(searchRoute(ask("search", code), server));
  const without = codeWith({ features: [] });
  expect(await search(without)).toEqual([403, "code-tools"]);
  expect(await outcome(pluginProxyRoute(ask("proxy", without), server))).toEqual([403, "code-tools"]);
  const once = codeWith({ perMinute: 1 });
  expect([await search(once), await search(once)]).toEqual([200, [429, "code-per-minute"]]);
});

test("changed codes are counted as wrong ones @A2.5 @A2.8", async () => {
  const { server } = start({ TRUST_PROXY: "1" });
  const headers = { "x-forwarded-for": "192.0.2.1" };
  const code = codeWith({});
  for (const end of ["A", "B", "C", "D", "E"]) {
    expect(await outcome(call(server, code + end, { headers }))).toEqual([
      401,
      { error: true, msg: "wrong access code" },
    ]);
  }
  expect(await outcome(call(server, code, { headers }))).toEqual([429, "rate-limit"]);
});
