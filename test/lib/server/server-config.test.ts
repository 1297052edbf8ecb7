import { readServerConfig } from "@/lib/server/server-config";
import { serverVariables } from "@/lib/server/variables";
import { testProviders } from "../../support/test-server";

function read(variables: Record<string, string>) {
  return readServerConfig(variables, testProviders);
}

function provider(variables: Record<string, string>, id: string) {
  const { baseUrl, credentials } = read(variables).providers.get(id) ?? {};
  return { baseUrl, credentials, problems: read(variables).problems };
}

const notAnAddress =
  "is not a usable address: write https://host/path, without a name, a password, a query or a fragment.";
const noHeader = "has blanks or other characters that no header can carry: enter it again without them.";
const noProxy =
  "PROXY_URL is not http://host:port, https://host:port or socks5://host:port of a proxy: no call goes out until it is.";

/** Rules without limits and signed codes. */
const noUsers = { isNeeded: false, header: "", proxies: [], limits: new Map(), areLimitsUnreadable: false };
const noRules = {
  isNeeded: false,
  limits: new Map(),
  areLimitsUnreadable: false,
  shortCodes: new Map(),
  secrets: [],
};

test("without variables, everything is open and public, without keys @P11.3", () => {
  const { providers, gate, ...rest } = read({});
  expect(gate.isClosed).toBe(false);
  expect(rest).toEqual({
    brand: {},
    siteDefaults: { kind: "none" },
    codeRules: noRules,
    users: noUsers,
    logFormat: "text",
    codes: [],
    usagePlace: undefined,
    limitsWithoutStore: "default",
    prices: { currency: "USD", tableFactor: 1, models: new Map(), isInvalid: false },
    organization: "",
    hideUserApiKey: false,
    disableGPT4: false,
    enableBalanceQuery: false,
    disableFastLink: false,
    customModels: "",
    defaultModel: "",
    visionModels: "",
    webdavEndpoints: [],
    s3Endpoints: [],
    enableDemo: false,
    disableDemo: false,
    trustProxy: false,
    allowedOrigins: [],
    adminSecret: "",
    allowedHosts: [],
    isOnlyLocal: false,
    isVercel: false,
    maxBodyBytes: 20_000_000,
    limits: { outputTokens: 512_000, images: 10 },
    maxReplyMs: 3_600_000,
    disableResume: false,
    disablePluginProxy: false,
    asksForAnalytics: false,
    pyodidePackagesUrl: "",
    pluginHosts: [],
    pluginInternalHosts: [],
    enableMcp: false,
    mcpConfigPath: "",
    mcpAdminSecret: "",
    problems: [],
  });
  expect([...providers.values()].map(({ baseUrl, credentials }) => [baseUrl, credentials])).toEqual([
    [undefined, []],
    [undefined, []],
    [undefined, []],
    [undefined, []],
    [undefined, []],
  ]);
});

test("reads and trims every variable, and drops empty list entries", () => {
  const {
    providers: _,
    gate,
    ...rest
  } = read({
    ACME_API_KEY: "sk-1",
    CODE: " one, two ,,three,",
    OPENAI_ORG_ID: " org-1 ",
    HIDE_USER_API_KEY: "1",
    DISABLE_GPT4: "yes",
    ENABLE_BALANCE_QUERY: "1",
    DISABLE_FAST_LINK: "true",
    CUSTOM_MODELS: " -all,+a ",
    DEFAULT_MODEL: "a",
    VISION_MODELS: "a,b",
    ENABLE_DEMO: "1",
    DISABLE_DEMO: "0",
    TRUST_PROXY: "1",
    VERCEL_ANALYTICS: "1",
    PYODIDE_PACKAGES_URL: " https://packages.example/pyodide/ ",
    ALLOWED_ORIGINS: "https://Chat.example/, tauri://localhost",
    ALLOWED_HOSTS: " Chat.lan ,http://b.example:8080",
    HOSTNAME: "127.0.0.1",
    MAX_BODY_BYTES: "1000",
    MAX_OUTPUT_TOKENS: "500",
    MAX_IMAGES: "2",
    MAX_REPLY_SECONDS: "60",
    PLUGIN_PROXY_HOSTS: "api.example.com",
    PLUGIN_PROXY_INTERNAL_HOSTS: "http://10.0.0.5:8080",
    ENABLE_MCP: " true ",
    MCP_CONFIG_PATH: " /data/mcp.json ",
    MCP_ADMIN_SECRET: " sixteen letters! ",
    ADMIN_SECRET: " thirty-two-letters-of-a-secret!! ",
  });
  expect(gate.isClosed).toBe(true);
  expect(rest).toEqual({
    brand: {},
    siteDefaults: { kind: "none" },
    codeRules: { ...noRules, isNeeded: true },
    users: noUsers,
    logFormat: "text",
    codes: ["one", "two", "three"],
    usagePlace: undefined,
    limitsWithoutStore: "default",
    prices: { currency: "USD", tableFactor: 1, models: new Map(), isInvalid: false },
    organization: "org-1",
    hideUserApiKey: true,
    disableGPT4: true,
    enableBalanceQuery: true,
    disableFastLink: true,
    customModels: "-all,+a",
    defaultModel: "a",
    visionModels: "a,b",
    webdavEndpoints: [],
    s3Endpoints: [],
    enableDemo: true,
    disableDemo: false,
    trustProxy: true,
    allowedOrigins: ["https://chat.example", "tauri://localhost"],
    adminSecret: "thirty-two-letters-of-a-secret!!",
    allowedHosts: ["chat.lan", "b.example", "chat.example", "localhost"],
    isOnlyLocal: true,
    isVercel: false,
    maxBodyBytes: 1000,
    limits: { outputTokens: 500, images: 2 },
    maxReplyMs: 60_000,
    disableResume: false,
    disablePluginProxy: false,
    asksForAnalytics: true,
    pyodidePackagesUrl: "https://packages.example/pyodide/",
    pluginHosts: ["https://api.example.com"],
    pluginInternalHosts: ["http://10.0.0.5:8080"],
    enableMcp: true,
    mcpConfigPath: "/data/mcp.json",
    mcpAdminSecret: "sixteen letters!",
    problems: [],
  });
});

test.each([
  ["a legacy flag is on by any value", { DISABLE_GPT4: "0" }, { disableGPT4: true }],
  ["a legacy flag is off when blank", { DISABLE_GPT4: "  " }, { disableGPT4: false }],
  [
    "the demonstration is only switched by 1",
    { ENABLE_DEMO: "true", DISABLE_DEMO: "0" },
    { enableDemo: false, disableDemo: false },
  ],
  ["a proxy is only trusted by 1", { TRUST_PROXY: "yes" }, { trustProxy: false }],
])("%s", (_, variables, expected) => {
  expect(read(variables as Record<string, string>)).toMatchObject(expected);
});

test.each([
  ["gateway.example/v1", "https://gateway.example/v1"],
  ["https://gateway.example/v1///", "https://gateway.example/v1"],
  ["http://10.0.0.5:8080", "http://10.0.0.5:8080"],
  ["HTTPS://Gateway.Example", "https://gateway.example"],
  ["", undefined],
])("normalizes the address %j to %s", (address, baseUrl) => {
  expect(provider({ ACME_URL: address }, "acme")).toEqual({ baseUrl, credentials: [], problems: [] });
});

test.each([
  "ftp://files.example",
  "https://user:hidden-pass@host.example",
  "https://host.example/?key=hidden-pass",
  "https://host.example/#part",
  "https://",
  "not a host",
])("reports the address %j by its variable, without its value", (address) => {
  expect(provider({ ACME_URL: address }, "acme")).toEqual({
    baseUrl: undefined,
    credentials: [],
    problems: [`ACME_URL ${notAnAddress}`],
  });
});

test.each([
  ["one key", { ACME_API_KEY: " sk-1 " }, "acme", [{ apiKey: "sk-1" }], []],
  ["a list of keys", { ACME_API_KEY: "sk-1, sk-2," }, "acme", [{ apiKey: "sk-1" }, { apiKey: "sk-2" }], []],
  [
    "pairs, in the order of the lists",
    { PAIRED_ID: "a,b", PAIRED_SECRET: "x,y" },
    "paired",
    [
      { keyId: "a", keySecret: "x" },
      { keyId: "b", keySecret: "y" },
    ],
    [],
  ],
  [
    "one shared part",
    { PAIRED_ID: "a", PAIRED_SECRET: "x,y" },
    "paired",
    [
      { keyId: "a", keySecret: "x" },
      { keyId: "a", keySecret: "y" },
    ],
    [],
  ],
  [
    "an incomplete credential",
    { PAIRED_ID: "hidden" },
    "paired",
    [],
    ["PAIRED_SECRET is needed for Paired to have a server key."],
  ],
  [
    "lists of different lengths",
    { PAIRED_ID: "a,b", PAIRED_SECRET: "x,y,z" },
    "paired",
    [],
    ["PAIRED_ID must have one entry, or as many as the other keys of Paired."],
  ],
  ["a key with a line break in it", { ACME_API_KEY: "sk-1\nhidden" }, "acme", [], [`ACME_API_KEY ${noHeader}`]],
])("credentials: %s @P11.3", (_, variables, id, credentials, problems) => {
  expect(provider(variables as Record<string, string>, id as string)).toMatchObject({ credentials, problems });
});

test.each([
  [{ MAX_BODY_BYTES: "20 MB" }, "MAX_BODY_BYTES is not a whole number above 0, so 20000000 counts."],
  [{ MAX_BODY_BYTES: "-1" }, "MAX_BODY_BYTES is not a whole number above 0, so 20000000 counts."],
  [{ ALLOWED_ORIGINS: "*" }, "ALLOWED_ORIGINS has an entry that is not scheme://host[:port]."],
  [{ ALLOWED_ORIGINS: "https://a.example/path" }, "ALLOWED_ORIGINS has an entry that is not scheme://host[:port]."],
  [{ OPENAI_ORG_ID: "org\n1" }, `OPENAI_ORG_ID ${noHeader}`],
])("reports and ignores %j", (variables, problem) => {
  const config = read(variables as Record<string, string>);
  expect(config.problems).toEqual([problem]);
  expect(config).toMatchObject({ maxBodyBytes: 20_000_000, allowedOrigins: [], organization: "" });
});

describe("the completeness of a credential", () => {
  const credentials = (variables: Record<string, string>, id: string) =>
    readServerConfig(variables).providers.get(id)?.credentials;

  test.each([
    ["Azure's key with its address", { AZURE_URL: "https://r.example/openai", AZURE_API_KEY: "k" }, "azure", 1],
    ["Azure's key alone", { AZURE_API_KEY: "k" }, "azure", 0],
    ["Baidu's two halves", { BAIDU_API_KEY: "a", BAIDU_SECRET_KEY: "b" }, "baidu", 1],
    ["Baidu's newer key alone", { BAIDU_API_KEY: "bce-v3/ALTAK-1/2" }, "baidu", 1],
    ["Baidu's first half alone", { BAIDU_API_KEY: "a" }, "baidu", 0],
    ["Tencent's two halves", { TENCENT_SECRET_ID: "a", TENCENT_SECRET_KEY: "b" }, "tencent", 1],
    ["Tencent's plain key", { TENCENT_API_KEY: "sk" }, "tencent", 1],
    ["Tencent's first half alone", { TENCENT_SECRET_ID: "a" }, "tencent", 0],
    ["iFlytek's two halves", { IFLYTEK_API_KEY: "a", IFLYTEK_API_SECRET: "b" }, "iflytek", 1],
    ["iFlytek's first half alone", { IFLYTEK_API_KEY: "a" }, "iflytek", 0],
    ["three of OpenAI's", { OPENAI_API_KEY: "a, b,c" }, "openai", 3],
  ])("%s", (_name, variables, id, count) => {
    expect(credentials(variables as unknown as Record<string, string>, id)).toHaveLength(count);
  });
});

test.each([
  [
    { PLUGIN_PROXY_HOSTS: "https://api.example.com/path" },
    "PLUGIN_PROXY_HOSTS has an entry that is not host[:port] or scheme://host[:port].",
  ],
  [
    { ENABLE_MCP: "true", MCP_ADMIN_SECRET: "15 characters.." },
    "MCP_ADMIN_SECRET has fewer than 16 characters and counts as not set.",
  ],
  [{ ADMIN_SECRET: "a".repeat(31) }, "ADMIN_SECRET has fewer than 32 characters and counts as not set."],
  [
    { ADMIN_SECRET: "a".repeat(20).concat(" ").repeat(2) },
    "ADMIN_SECRET has spaces or characters other than ASCII and counts as not set.",
  ],
  [
    { ADMIN_SECRET: "a".repeat(32), CODE_SECRET: "a".repeat(32) },
    "ADMIN_SECRET is also an access code or another secret and counts as not set: use one of its own.",
  ],
  [{ ENABLE_MCP: "1" }, "ENABLE_MCP is on only as `true`."],
  [{ CUSTOM_MODELS: "-,@x,+ok" }, "CUSTOM_MODELS has 2 entries that name no model."],
  [
    { CUSTOM_MODELS: "-gpt-4o@302AI,-a@nosuchprovider,+b@mine,-c@openai" },
    "CUSTOM_MODELS has -a@nosuchprovider, which changes nothing: the provider is unknown. docs/providers.md has the names.",
  ],
  [
    { CUSTOM_MODELS: "-all@openai,-all@nobody,+all@noone" },
    "CUSTOM_MODELS has -all@nobody, +all@noone, which changes nothing: the provider is unknown. docs/providers.md has the names.",
  ],
  [
    { CUSTOM_MODELS: "-all,+a@openai", DEFAULT_MODEL: "b" },
    "DEFAULT_MODEL is not used: CUSTOM_MODELS or DISABLE_GPT4 leave no such model.",
  ],
  [
    { DISABLE_GPT4: "1", DEFAULT_MODEL: "gpt-4@openai" },
    "DEFAULT_MODEL is not used: CUSTOM_MODELS or DISABLE_GPT4 leave no such model.",
  ],
  [{ CLOUDFLARE_KV_TTL: "30" }, "CLOUDFLARE_KV_TTL counts only as a number of seconds above 60."],
  [{ PROXY_URL: "nowhere" }, noProxy],
  [{ PROXY_URL: "socks6://proxy.example:1080" }, noProxy],
  [{ PROXY_URL: "http://proxy.example:3128/path" }, noProxy],
  [{ BASE_URL: "nowhere at all" }, `BASE_URL ${notAnAddress}`],
  [{ ANTHROPIC_URL: "ftp://a.example" }, `ANTHROPIC_URL ${notAnAddress}`],
  [
    { SEARCH_ENGINE: "Altavista" },
    "SEARCH_ENGINE must be one of Tavily, Brave, Exa, SearXNG, Bocha; the server does not search.",
  ],
  [{ SEARCH_ENGINE: "Brave" }, "SEARCH_API_KEY is needed for Brave."],
  [{ SEARCH_ENGINE: "searxng" }, "SEARCH_URL is needed for SearXNG."],
  [{ SEARCH_ENGINE: "SearXNG", SEARCH_URL: "ftp://a" }, `SEARCH_URL ${notAnAddress}`],
  [{ SEARCH_API_KEY: "k" }, "SEARCH_API_KEY and SEARCH_URL have no effect without SEARCH_ENGINE."],
  [{ SHARE_LINK: "https://a.example/{id}" }, `SHARE_URL ${notAnAddress}`],
  [{ SHARE_URL: "https://a.example" }, "SHARE_LINK is not an address with {id} in it."],
  [{ UPSTASH_REDIS_REST_URL: "ftp://a", UPSTASH_REDIS_REST_TOKEN: "t" }, `UPSTASH_REDIS_REST_URL ${notAnAddress}`],
  [
    { UPSTASH_REDIS_REST_URL: "https://a.example" },
    "UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN are needed together.",
  ],
  [
    { CLOUDFLARE_ACCOUNT_ID: "a", CLOUDFLARE_KV_API_KEY: "k" },
    "CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_KV_NAMESPACE_ID and CLOUDFLARE_KV_API_KEY are needed together.",
  ],
  [{ AZURE_API_KEY: "k" }, "AZURE_URL is needed for Azure to have a server key."],
  [{ DISABLE_GPT4: "0" }, "DISABLE_GPT4 is on, since any value switches it on: leave it empty for off."],
  [{ DISABLE_FAST_LINK: "False" }, "DISABLE_FAST_LINK is on, since any value switches it on: leave it empty for off."],
  [{ TRUST_PROXY: "true" }, "TRUST_PROXY is on only as `1`."],
  [{ ENABLE_DEMO: "1", DISABLE_DEMO: "1" }, "ENABLE_DEMO has no effect beside DISABLE_DEMO: leave one of them empty."],
  [
    { DISABLE_PLUGIN_PROXY: "1", PLUGIN_PROXY_HOSTS: "a.example" },
    "PLUGIN_PROXY_HOSTS and PLUGIN_PROXY_INTERNAL_HOSTS have no effect beside DISABLE_PLUGIN_PROXY.",
  ],
  [{ MCP_ADMIN_SECRET: "sixteen letters!" }, "MCP_ADMIN_SECRET has no effect without ENABLE_MCP=true."],
  [
    { HIDE_USER_API_KEY: "1" },
    "HIDE_USER_API_KEY leaves nobody a key: set one of the server's, such as OPENAI_API_KEY, or leave it empty.",
  ],
  [{ MAX_IMAGES: "-1" }, "MAX_IMAGES is not a whole number above 0, so 10 counts."],
  [
    { WHITE_S3_ENDPOINTS: "ftp://minio.local" },
    "WHITE_S3_ENDPOINTS has an entry that is not a usable address: write https://host/path for each.",
  ],
  [
    { WHITE_WEBDAV_ENDPOINTS: "https://ok.example/dav,ftp://x" },
    "WHITE_WEBDAV_ENDPOINTS has an entry that is not a usable address: write https://host/path for each.",
  ],
])("warns about %j at startup", (variables, problem) => {
  expect(readServerConfig(variables as unknown as Record<string, string>).problems).toEqual([problem]);
});

test("reads hosts for plugins as origins, and an invalid entry allows nothing", () => {
  const config = read({
    PLUGIN_PROXY_HOSTS: "API.example.com, https://b.example:8443/, ftp://c.example, https://d.example/path",
    PLUGIN_PROXY_INTERNAL_HOSTS: "http://grafana.internal:3000,10.0.0.5",
  });
  expect(config.pluginHosts).toEqual(["https://api.example.com", "https://b.example:8443", "", ""]);
  expect(config.pluginInternalHosts).toEqual(["http://grafana.internal:3000", "https://10.0.0.5"]);
});

test("treats every empty variable as not set", () => {
  const names = [...serverVariables, "OPENAI_API_KEY", "BASE_URL", "AZURE_URL", "TENCENT_SECRET_ID"];
  const blank = Object.fromEntries(names.map((name) => [name, "  "]));
  const { providers: given, gate, ...empty } = readServerConfig(blank);
  const { providers: none, gate: _, ...unset } = readServerConfig({});
  expect(empty).toEqual(unset);
  expect(gate.isClosed).toBe(false);
  expect([...given.values()]).toEqual([...none.values()]);
});

test("startup messages never contain a value @L6.1", () => {
  const odd = "hidden value\n\0[::1";
  const names = [...serverVariables, ...["OPENAI_API_KEY", "BASE_URL", "AZURE_URL", "AZURE_API_KEY", "BAIDU_API_KEY"]];
  const { problems } = readServerConfig(Object.fromEntries(names.map((name) => [name, odd])));
  expect(problems.length).toBeGreaterThan(10);
  expect(problems.filter((problem) => problem.includes("hidden"))).toEqual([]);
});

test.each([
  [{ DEFAULT_MODEL: "b" }, "b"],
  [{ DEFAULT_MODEL: "b", CUSTOM_MODELS: "-all,+a@openai" }, ""],
  [{ DEFAULT_MODEL: "gpt-4o", CUSTOM_MODELS: "-gpt-4o" }, ""],
  [{ DEFAULT_MODEL: "gpt-4o@OpenAI", CUSTOM_MODELS: "-gpt-4o@azure" }, "gpt-4o@OpenAI"],
  [{ DEFAULT_MODEL: "b", CUSTOM_MODELS: "-all,+b@mine" }, "b"],
  [{ DEFAULT_MODEL: "b@302.AI", CUSTOM_MODELS: "-all,+b@ai302" }, "b@302.AI"],
  [{ DEFAULT_MODEL: "b@302.AI", CUSTOM_MODELS: "-all,+b@302ai" }, "b@302.AI"],
  [{ DEFAULT_MODEL: "b@2024", CUSTOM_MODELS: "-all,+b@2024@google" }, "b@2024"],
  [{ DEFAULT_MODEL: "b", DISABLE_GPT4: "1" }, "b"],
])("with %j, the default model is %j", (variables, expected) => {
  expect(readServerConfig(variables as Record<string, string>).defaultModel).toBe(expected);
});

test.each([
  [{}, undefined, 0],
  [{ REDIS_URL: "redis://:secret@redis:6379/1" }, { kind: "redis", url: "redis://:secret@redis:6379/1" }, 0],
  [
    { REDIS_URL: "rediss://redis", UPSTASH_REDIS_REST_URL: "https://u.example" },
    { kind: "redis", url: "rediss://redis" },
    1,
  ],
  [{ REDIS_URL: "redis:6379" }, { kind: "unusable" }, 1],
  [{ REDIS_URL: "https://redis:6379" }, { kind: "unusable" }, 1],
  [{ REDIS_URL: "redis://redis", VERCEL: "1" }, undefined, 1],
  [
    { UPSTASH_REDIS_REST_URL: "https://u.example/", UPSTASH_REDIS_REST_TOKEN: "t" },
    { kind: "upstash", url: "https://u.example", token: "t" },
    0,
  ],
])("the counters of %j are at %j, with %i problems, none of which names an address", (variables, place, count) => {
  const { usagePlace, problems } = read(variables);
  expect([usagePlace, problems.length]).toEqual([place, count]);
  expect(problems.join()).not.toMatch(/secret|u\.example/);
});

test.each([
  ["", "default", 0],
  ["open", "open", 0],
  ["CLOSED", "closed", 0],
  ["yes", "closed", 1],
])("LIMITS_WITHOUT_STORE=%s is %s, with %i problems", (text, choice, count) => {
  const { limitsWithoutStore, problems } = read({ LIMITS_WITHOUT_STORE: text });
  expect([limitsWithoutStore, problems.length]).toEqual([choice, count]);
});
