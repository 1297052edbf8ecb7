import { readServerConfig } from "@/lib/server/server-config";

/** Returns the operator's servers as the relay uses them, and the problems. */
function read(variables: Record<string, string>) {
  const { providers, problems } = readServerConfig(variables);
  const servers = [...providers.values()].flatMap(({ provider, api, baseUrl, options, credentials }) =>
    provider.isSite
      ? [{ id: provider.id, name: provider.name, models: provider.models, api, baseUrl, options, credentials }]
      : [],
  );
  return { servers, problems };
}

const listed = (...entries: readonly unknown[]) => ({ SERVERS: JSON.stringify(entries) });
const lab = { name: "Lab", url: "http://gpu.lan:11434" };
const labServer = {
  id: "site-lab",
  name: "Lab",
  models: [],
  api: "openai",
  baseUrl: "http://gpu.lan:11434",
  options: {},
  credentials: [{}],
};
const address =
  "url is not a usable address: write https://host/path, without a name, a password, a query or a fragment";
const apis = "api is not one of openai, openai-responses, anthropic, gemini, azure, ollama";
const otherFields = "it is not an object with only the fields name, api, url, key, models";
const nameChars = "name is not a text of 1 to 60 characters";
const noKey = "key is not the name of another variable that has a value";
const modelNames = "models is not a list of at most 200 names";
const taken = "name is that of a provider or of another server";

test.each([
  ["nothing", {}, []],
  ["an empty list", listed(), []],
  ["a server without a key, with OpenAI's API", listed(lab), [labServer]],
  [
    "a server with keys, an API and models",
    {
      ...listed({ ...lab, name: " Lab ", api: "ollama", key: "LAB_KEY", models: ["qwen3:8b", " phi ", "phi"] }),
      LAB_KEY: "one, two",
    },
    [
      {
        ...labServer,
        api: "ollama",
        models: ["qwen3:8b", "phi"],
        credentials: [{ apiKey: "one" }, { apiKey: "two" }],
      },
    ],
  ],
  [
    "an address without a scheme, with a path and a slash",
    listed({ ...lab, url: "gateway.example/v1/" }),
    [{ ...labServer, baseUrl: "https://gateway.example/v1" }],
  ],
  [
    "the options of an API from the variables of its provider, or their defaults",
    {
      ...listed({ ...lab, api: "azure" }, { ...lab, name: "Claude", api: "anthropic" }),
      AZURE_API_VERSION: "2024-10-21",
    },
    [
      { ...labServer, api: "azure", options: { apiVersion: "2024-10-21" } },
      { ...labServer, id: "site-claude", name: "Claude", api: "anthropic", options: { apiVersion: "2023-06-01" } },
    ],
  ],
  [
    "ids in ASCII",
    listed({ ...lab, name: "Größe: Nr. 1" }, { ...lab, name: "实验室" }, { ...lab, name: "Lab 🚀" }),
    [
      { ...labServer, id: "site-gro67e-nr-1", name: "Größe: Nr. 1" },
      { ...labServer, id: "site-i3iuj0i3o", name: "实验室" },
      { ...labServer, name: "Lab 🚀" },
    ],
  ],
  [
    "servers with variables of their own",
    {
      OLLAMA_URL: "http://a.lan:11434",
      LLAMACPP_URL: "http://b.lan:8080",
      LLAMACPP_API_KEY: "sk-b",
      LMSTUDIO_URL: "http://c.lan:1234/v1",
      VLLM_URL: "d.example",
      VLLM_API_KEY: "sk-d,sk-e",
    },
    [
      { ...labServer, id: "site-ollama", name: "Ollama (site)", api: "ollama", baseUrl: "http://a.lan:11434" },
      {
        ...labServer,
        id: "site-llamacpp",
        name: "llama.cpp (site)",
        baseUrl: "http://b.lan:8080",
        credentials: [{ apiKey: "sk-b" }],
      },
      { ...labServer, id: "site-lmstudio", name: "LM Studio (site)", baseUrl: "http://c.lan:1234/v1" },
      {
        ...labServer,
        id: "site-vllm",
        name: "vLLM (site)",
        baseUrl: "https://d.example",
        credentials: [{ apiKey: "sk-d" }, { apiKey: "sk-e" }],
      },
    ],
  ],
])("reads %s", (_, variables, servers) => {
  expect(read(variables as Record<string, string>)).toEqual({ servers, problems: [] });
});

test.each([
  [
    "a text other than JSON",
    { SERVERS: "Lab=http://gpu.lan" },
    "SERVERS is not a JSON list of servers. docs/operator-guide.md has an example.",
  ],
  [
    "an object",
    { SERVERS: '{"name":"Lab"}' },
    "SERVERS is not a JSON list of servers. docs/operator-guide.md has an example.",
  ],
  ["an entry that is a text", listed("http://gpu.lan"), `SERVERS, entry 1: ${otherFields}.`],
  [
    "an entry with the key itself in another field",
    listed({ ...lab, apiKey: "sk-hidden" }),
    `SERVERS, entry 1: ${otherFields}.`,
  ],
  ["an entry without a name", listed({ url: lab.url }), `SERVERS, entry 1: ${nameChars}.`],
  ["a blank name", listed({ ...lab, name: "  " }), `SERVERS, entry 1: ${nameChars}.`],
  ["a long name", listed({ ...lab, name: "x".repeat(61) }), `SERVERS, entry 1: ${nameChars}.`],
  ["a name on two lines", listed({ ...lab, name: "one\ntwo" }), `SERVERS, entry 1: ${nameChars}.`],
  ["a name of signs", listed({ ...lab, name: "!?" }), "SERVERS, entry 1: name has no letter and no digit."],
  ["the name of a provider", listed({ ...lab, name: "openai" }), `SERVERS, entry 1: ${taken}.`],
  ["the id of a provider", listed({ ...lab, name: "llamacpp" }), `SERVERS, entry 1: ${taken}.`],
  ["an unknown API", listed({ ...lab, api: "grpc" }), `SERVERS, entry 1: ${apis}.`],
  ["no address", listed({ name: "Lab" }), `SERVERS, entry 1: ${address}.`],
  [
    "an address with a password",
    listed({ ...lab, url: "http://me:sk-hidden@gpu.lan" }),
    `SERVERS, entry 1: ${address}.`,
  ],
  ["an address with a query", listed({ ...lab, url: "http://gpu.lan?key=sk-hidden" }), `SERVERS, entry 1: ${address}.`],
  ["an address with a fragment", listed({ ...lab, url: "http://gpu.lan#a" }), `SERVERS, entry 1: ${address}.`],
  ["an address with another scheme", listed({ ...lab, url: "file:///etc/passwd" }), `SERVERS, entry 1: ${address}.`],
  ["the key itself", listed({ ...lab, key: "sk-hidden" }), `SERVERS, entry 1: ${noKey}.`],
  ["a key in a variable that is not set", listed({ ...lab, key: "LAB_KEY" }), `SERVERS, entry 1: ${noKey}.`],
  [
    "a key that no header can carry",
    { ...listed({ ...lab, key: "LAB_KEY" }), LAB_KEY: "sk hidden" },
    "LAB_KEY has blanks or other characters that no header can carry: enter it again without them.",
  ],
  ["models that are a text", listed({ ...lab, models: "phi" }), `SERVERS, entry 1: ${modelNames}.`],
  ["an empty model", listed({ ...lab, models: [""] }), `SERVERS, entry 1: ${modelNames}.`],
  ["too many models", listed({ ...lab, models: Array(201).fill("m") }), `SERVERS, entry 1: ${modelNames}.`],
  [
    "a variable with an invalid address",
    { VLLM_URL: "ftp://d.example" },
    "VLLM_URL is not a usable address: write https://host/path, without a name, a password, a query or a fragment.",
  ],
  ["a key that belongs to no server", { VLLM_API_KEY: "sk-hidden" }, "VLLM_API_KEY has no effect without VLLM_URL."],
  [
    "an invalid key of a server with a variable of its own",
    { LLAMACPP_URL: "http://b.lan", LLAMACPP_API_KEY: "sk hidden" },
    "LLAMACPP_API_KEY has blanks or other characters that no header can carry: enter it again without them.",
  ],
])("skips %s, and reports it without its value @L6.1", (_, variables, problem) => {
  const { servers, problems } = read(variables as Record<string, string>);
  expect({ servers, problems }).toEqual({ servers: [], problems: [problem] });
  expect(problems.join()).not.toContain("hidden");
});

test("an invalid entry does not affect the others, and each problem is one line", () => {
  const entries = [{ name: "", url: 3, api: "grpc" }, lab, { ...lab, name: "LAB" }, { ...lab, name: "Lab!" }];
  expect(read(listed(...entries))).toEqual({
    servers: [labServer],
    problems: [
      `SERVERS, entry 1: ${nameChars}.`,
      `SERVERS, entry 1: ${apis}.`,
      `SERVERS, entry 1: ${address}.`,
      `SERVERS, entry 3: ${taken}.`,
      `SERVERS, entry 4: ${taken}.`,
    ],
  });
});

test("uses the first twenty entries", () => {
  const entries = Array.from({ length: 21 }, (_, index) => ({ ...lab, name: `Lab ${index + 1}` }));
  const { servers, problems } = read(listed(...entries));
  expect(servers.map(({ name }) => name)).toEqual(entries.slice(0, 20).map(({ name }) => name));
  expect(problems).toEqual(["SERVERS has more than 20 entries: the others are not used."]);
});

test("the operator's list of models applies to the servers by their name or id", () => {
  const { gate, problems } = readServerConfig({
    ...listed({ ...lab, models: ["named", "denied"] }),
    CUSTOM_MODELS: "+added@lab,-denied@site-lab",
  });
  const models = ["named", "added", "denied", "unknown"];
  expect(models.filter((model) => gate.isAllowed(model, { id: "site-lab" }))).toEqual(["named", "added"]);
  expect(problems).toEqual([]);
});

test("a server without a key ends the warning that nobody has one", () => {
  expect(read({ ...listed(lab), HIDE_USER_API_KEY: "1" })).toEqual({ servers: [labServer], problems: [] });
});
