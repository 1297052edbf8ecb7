import { apiTypeNames } from "@/lib/providers/api-types";
import { withControls } from "@/lib/providers/model-controls";
import { placeOf } from "@/lib/providers/places";
import { readSiteServers, siteServer } from "@/lib/providers/site-server";

const lab = { id: "site-lab", name: "Lab", api: "ollama", models: ["qwen3:8b"] } as const;

test.each([
  ["nothing", undefined, []],
  ["an object", { lab }, []],
  ["a server", [lab], [lab]],
  ["a server without models", [{ ...lab, models: undefined }], [{ ...lab, models: [] }]],
  ["models of the wrong kind", [{ ...lab, models: [1] }], [{ ...lab, models: [] }]],
  ["fields that no server has", [{ ...lab, url: "http://gpu.lan", apiKey: "sk-1" }], [lab]],
  ["an unknown API", [{ ...lab, api: "grpc" }, lab], [lab]],
  ["an API of every object", [{ ...lab, api: "constructor" }], []],
  ["the id of a provider", [{ ...lab, id: "openai" }], []],
  ["the id of a server of the user", [{ ...lab, id: "custom-1" }], []],
  ["an id that is a path", [{ ...lab, id: "site-../openai" }], []],
  ["an empty name", [{ ...lab, name: "" }], []],
  ["a long name", [{ ...lab, name: "x".repeat(61) }], []],
  ["a name of the wrong kind", [{ ...lab, name: ["Lab"] }], []],
  ["two servers with one id", [lab, { ...lab, name: "Other" }], [{ ...lab, name: "Other" }]],
])("reads the operator's servers: %s", (_, value, servers) => {
  expect(readSiteServers(value)).toEqual(servers);
});

test("reads 24 servers with 200 models each", () => {
  const models = Array.from({ length: 201 }, (_, index) => `m-${index}`);
  const given = Array.from({ length: 25 }, (_, index) => ({ ...lab, id: `site-${index}`, models }));
  expect(readSiteServers(given)).toEqual(
    given.slice(0, 24).map((server) => ({ ...server, models: models.slice(0, 200) })),
  );
});

test("a server is bound by its id, and is listed by the provider whose API it has", () => {
  const { id, name, boundName, place, isSite, relayed, models, listsModelsAtStart } = siteServer(lab);
  expect({ id, name, boundName, place, isSite, relayed, models, listsModelsAtStart }).toEqual({
    ...{ id: "site-lab", name: "Lab", boundName: "site-lab", place: "Ollama", isSite: true, relayed: [] },
    models: ["qwen3:8b"],
    listsModelsAtStart: true,
  });
});

test.each([
  ["openai", "/api/site-lab/v1/chat/completions", "/api/site-lab/v1/models"],
  ["openai-responses", "/api/site-lab/v1/responses", "/api/site-lab/v1/models"],
  ["anthropic", "/api/site-lab/v1/messages", "/api/site-lab/v1/models?limit=1000"],
  [
    "gemini",
    "/api/site-lab/v1beta/models/any:streamGenerateContent?alt=sse",
    "/api/site-lab/v1beta/models?pageSize=1000",
  ],
  ["azure", "/api/site-lab/deployments/any/chat/completions", undefined],
  ["ollama", "/api/site-lab/v1/chat/completions", "/api/site-lab/v1/models"],
] as const)("the API %s is called through the relay", async (api, chatUrl, listUrl) => {
  const provider = siteServer({ ...lab, api });
  const connection = { baseUrl: "/api/site-lab", headers: { authorization: "Bearer nk-open" } };
  const codec = await provider.chat("any");
  const request = { model: "any", messages: [{ role: "user", content: "Hi" }], stream: true } as const;
  expect([codec.buildRequest(request, connection).url, provider.modelList?.buildRequest(connection).url]).toEqual([
    chatUrl,
    listUrl,
  ]);
  expect(apiTypeNames).toContain(api);
});

test("requests to an operator's Ollama set nothing about how models are loaded", async () => {
  const provider = siteServer(lab);
  const codec = withControls(await provider.chat("any"), placeOf(provider));
  const request = { model: "any", messages: [{ role: "user", content: "Hi" }], stream: true } as const;
  const connection = { baseUrl: "/api/site-lab", headers: {} };
  const controls = { contextLength: 8192, keepAlive: "unload" } as const;
  expect(codec.buildRequest({ ...request, controls }, connection)).toEqual(codec.buildRequest(request, connection));
  expect(provider.hasOllamaApi).toBeUndefined();
});

test.each(apiTypeNames)("only Ollama's API asks for the abilities of single models: %s", async (api) => {
  const list = { data: [{ id: "a", owned_by: "library" }], models: [{ name: "models/a" }] };
  const connection = { baseUrl: "/api/site-lab", headers: {} };
  const codec = await siteServer({ ...lab, api }).modelList?.abilities?.();
  const urls = codec?.buildRequests(list, connection).map(({ call }) => call.url) ?? [];
  expect(urls).toEqual(api === "ollama" ? ["/api/site-lab/api/show"] : []);
});
