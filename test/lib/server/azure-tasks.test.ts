import { relayRoute } from "@/lib/server/relay-route";
import { readServerConfig } from "@/lib/server/server-config";
import type { Variables } from "@/lib/server/variables";
import { fakeEnvironment } from "@/test/support/fake-environment";
import { testServer } from "@/test/support/test-server";

const keyed = {
  AZURE_URL: "https://r.example/openai",
  AZURE_API_KEY: "k",
  CODE: "one",
  AZURE_API_VERSION: "2024-10-21",
};
const code = { authorization: "Bearer nk-one" };

/** Asks for embeddings as a program does, and returns the status, and the address and the key that went to Azure. */
async function embed(path: string, variables: Variables, headers: Record<string, string>) {
  const env = fakeEnvironment({ responses: () => Response.json({ data: [] }) });
  const server = { ...testServer(env), config: readServerConfig(variables) };
  const request = new Request(`http://chat.example/api/azure/${path}`, {
    method: "POST",
    headers: { host: "chat.example", "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "text-embedding-3-small", input: "words" }),
  });
  const { status } = await relayRoute(request, "azure", path.split("?")[0]?.split("/") ?? [], server);
  const [call] = env.calls;
  return [status, call?.url, new Headers(call?.init.headers).get("api-key")];
}

const deployment = "deployments/text-embedding-3-small/embeddings";
const sent = `https://r.example/openai/${deployment}?api-version=2024-10-21`;
test.each([
  ["a deployment", deployment, keyed, code, [200, sent, "k"]],
  ["the newer interface", "v1/embeddings", keyed, code, [200, "https://r.example/openai/v1/embeddings", "k"]],
  ["no code", deployment, keyed, {}, [401, undefined, null]],
  [
    "a model that is not offered",
    deployment,
    { ...keyed, CUSTOM_MODELS: "-all,+gpt-4o@azure" },
    code,
    [403, undefined, null],
  ],
  [
    "a model that the operator names",
    deployment,
    { ...keyed, CUSTOM_MODELS: "+text-embedding-3-small@azure=text-embedding-3-small" },
    code,
    [200, sent, "k"],
  ],
])("embeddings of Azure with %s", async (_, path, variables, headers, expected) => {
  expect(await embed(path, variables, headers)).toEqual(expected);
});

/** Calls the Responses API as a program does, and returns the status, and the address and the body that went to Azure. */
async function respond(path: string, variables: Variables) {
  const env = fakeEnvironment({ responses: () => Response.json({ output: [] }) });
  const server = { ...testServer(env), config: readServerConfig(variables) };
  const request = new Request(`http://chat.example/api/azure/${path}`, {
    method: "POST",
    headers: { host: "chat.example", "content-type": "application/json", ...code },
    body: JSON.stringify({ model: "mine", input: "words" }),
  });
  const { status } = await relayRoute(request, "azure", path.split("?")[0]?.split("/") ?? [], server);
  const [call] = env.calls;
  return [status, call?.url, call && JSON.parse(String(call.init.body)).model];
}

const responses = "https://r.example/openai/v1/responses";
test.each([
  ["the resource", "v1/responses", keyed, [200, responses, "mine"]],
  [
    "a version of the v1 API",
    "v1/responses?api-version=preview",
    keyed,
    [200, `${responses}?api-version=preview`, "mine"],
  ],
  [
    "the v1 API's address",
    "v1/responses",
    { ...keyed, AZURE_URL: "https://r.example/openai/v1" },
    [200, responses, "mine"],
  ],
  [
    "a deployment's address",
    "v1/responses",
    { ...keyed, AZURE_URL: "https://r.example/openai/deployments/mine" },
    [200, responses, "mine"],
  ],
  [
    "the deployment of the address, for a model that the list gives to Azure bare",
    "v1/responses",
    { ...keyed, AZURE_URL: "https://r.example/openai/deployments/fixed", CUSTOM_MODELS: "+mine@azure" },
    [200, responses, "fixed"],
  ],
  [
    "the deployment of the model list",
    "v1/responses",
    { ...keyed, AZURE_URL: "https://r.example/openai/deployments/fixed", CUSTOM_MODELS: "+gpt-6-astra@azure=mine" },
    [200, responses, "mine"],
  ],
  [
    "a listed deployment",
    "v1/responses",
    { ...keyed, CUSTOM_MODELS: "+gpt-6-astra@azure=mine" },
    [200, responses, "mine"],
  ],
  [
    "a model that is not offered",
    "v1/responses",
    { ...keyed, CUSTOM_MODELS: "-all,+gpt-4o@azure" },
    [403, undefined, undefined],
  ],
  ["a stored response", "v1/responses/resp_1", keyed, [403, undefined, undefined]],
  ["another task of a response", "v1/responses/resp_1/cancel", keyed, [403, undefined, undefined]],
])("the Responses API of Azure with %s", async (_, path, variables, expected) => {
  expect(await respond(path, variables)).toEqual(expected);
});

/** Changes an image as the app does, and returns the status, and the address and the form that went to Azure. */
async function edit(path: string, variables: Variables) {
  const env = fakeEnvironment({ responses: () => Response.json({ data: [{ b64_json: "AA" }] }) });
  const server = { ...testServer(env), config: readServerConfig(variables) };
  const body = new FormData();
  body.append("model", "gpt-image-2");
  body.append("prompt", "Paint it");
  body.append("n", "50");
  body.append("image", new File([Uint8Array.of(1)], "image-1.png", { type: "image/png" }));
  const request = new Request(`http://chat.example/api/azure/${path}`, {
    method: "POST",
    headers: { host: "chat.example", accept: "application/json", ...code },
    body,
  });
  const { status } = await relayRoute(request, "azure", path.split("/"), server);
  const [call] = env.calls;
  if (!call) return [status];
  const type = new Headers(call.init.headers).get("content-type") ?? "";
  const form = await new Response(call.init.body, { headers: { "content-type": type } }).formData();
  return [
    status,
    call.url,
    [...form.entries()].map(([name, value]) => [name, typeof value === "string" ? value : value.name]),
  ];
}

const form = (model: string) => [
  ["model", model],
  ["prompt", "Paint it"],
  ["n", "10"],
  ["image", "image-1.png"],
];
test.each([
  [
    "deployments/gpt-image-2/images/edits",
    keyed,
    [200, "https://r.example/openai/deployments/gpt-image-2/images/edits?api-version=2024-10-21", form("gpt-image-2")],
  ],
  [
    "v1/images/edits",
    {
      ...keyed,
      AZURE_URL: "https://r.example/openai/deployments/painter",
      CUSTOM_MODELS: "+gpt-image-2@azure=gpt-image-2",
    },
    [200, "https://r.example/openai/v1/images/edits", form("painter")],
  ],
  ["v1/images/edits", { ...keyed, CUSTOM_MODELS: "-all,+gpt-4o@azure" }, [403]],
  ["deployments/gpt-image-2/images/edits", { ...keyed, CUSTOM_MODELS: "-all,+gpt-4o@azure" }, [403]],
])("a change of an image at Azure's %s with %j", async (path, variables, expected) => {
  expect(await edit(path, variables)).toEqual(expected);
});

/** Asks for speech as the app does, and returns the status, and the address, the key and the body that went to Azure. */
async function speak(path: string, variables: Variables, headers: Record<string, string> = code) {
  const env = fakeEnvironment({ responses: () => new Response("sound") });
  const server = { ...testServer(env), config: readServerConfig(variables) };
  const request = new Request(`http://chat.example/api/azure/${path}`, {
    method: "POST",
    headers: { host: "chat.example", "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "voices", input: "Hello", voice: "alloy" }),
  });
  const { status } = await relayRoute(request, "azure", path.split("?")[0]?.split("/") ?? [], server);
  const [call] = env.calls;
  if (!call) return [status];
  return [status, call.url, new Headers(call.init.headers).get("api-key"), JSON.parse(String(call.init.body)).model];
}

const speech = "deployments/voices/audio/speech?api-version=2025-04-01-preview";
test.each<[string, string, Variables, Record<string, string>, unknown[]]>([
  ["a deployment", speech, keyed, code, [200, `https://r.example/openai/${speech}`, "k", "voices"]],
  [
    "the v1 API",
    "v1/audio/speech?api-version=preview",
    keyed,
    code,
    [200, "https://r.example/openai/v1/audio/speech?api-version=preview", "k", "voices"],
  ],
  ["no code", speech, keyed, {}, [401]],
  ["a model that is not offered", speech, { ...keyed, CUSTOM_MODELS: "-all,+gpt-4o@azure" }, code, [403]],
  [
    "a listed deployment",
    speech,
    { ...keyed, CUSTOM_MODELS: "-all,+tts-1@azure=voices" },
    code,
    [200, `https://r.example/openai/${speech}`, "k", "voices"],
  ],
  ["another task", "deployments/voices/audio/translations", keyed, code, [403]],
])("speech of Azure with %s", async (_, path, variables, headers, expected) => {
  expect(await speak(path, variables, headers)).toEqual(expected);
});
