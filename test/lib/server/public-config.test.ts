import { publicConfig } from "@/lib/server/public-config";
import { readServerConfig } from "@/lib/server/server-config";
import { siteKeyNotes } from "@/lib/server/site-key-notes";
import { testProviders } from "../../support/test-server";

function flags(variables: Record<string, string>) {
  return publicConfig(readServerConfig(variables, testProviders));
}

test("exactly these fields are public @L6.2", () => {
  expect(flags({})).toEqual({
    needCode: false,
    hideUserApiKey: false,
    disableGPT4: false,
    hideBalanceQuery: true,
    disableFastLink: false,
    customModels: "",
    defaultModel: "",
    visionModels: "",
    demo: "offered",
    served: [],
    upstreamHosts: {},
    servers: [],
    enableMcp: false,
    artifacts: false,
    resumesReplies: false,
    hasUser: false,
    shareHost: "",
    searchHost: "",
    pyodidePackagesUrl: "",
  });
});

test("replies can be resumed with a valid store, unless the operator does not want it", () => {
  const redis = { REDIS_URL: "redis://store.internal:6379" };
  const upstash = { UPSTASH_REDIS_REST_URL: "https://eu1.upstash.example", UPSTASH_REDIS_REST_TOKEN: "t" };
  const of = (variables: Record<string, string>) => flags(variables).resumesReplies;
  expect([of(redis), of(upstash), of({ ...redis, DISABLE_RESUME: "1" }), of({ REDIS_URL: "store" })]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(JSON.stringify(flags(redis))).not.toContain("store.internal");
});

test("only reveals that there are local MCP servers", () => {
  const secrets = { MCP_ADMIN_SECRET: "hidden-hidden-hidden", MCP_CONFIG_PATH: "/hidden/file" };
  const answer = flags({ ENABLE_MCP: "true", ...secrets });
  expect(answer.enableMcp).toBe(true);
  expect(JSON.stringify(answer)).not.toContain("hidden");
});

test("the providers with keys are public only if everybody may use them", () => {
  expect(flags({ ACME_API_KEY: "k" }).served).toEqual(["acme"]);
  expect(flags({ ACME_API_KEY: "k", CODE: "c" })).toMatchObject({ served: undefined });
});

test("the hosts of the operator's addresses are public, without paths, unless own keys are forbidden", () => {
  const addresses = { ACME_URL: "https://gateway.example:8443/v1/tenant", HEADED_URL: "http://local.example" };
  expect(flags(addresses).upstreamHosts).toEqual({ acme: "gateway.example:8443", headed: "http://local.example" });
  expect(flags({ ...addresses, HIDE_USER_API_KEY: "1" }).upstreamHosts).toEqual({});
});

test("the operator's own servers are public without addresses and keys, and count as served @L6.2", () => {
  const variables = {
    SERVERS: JSON.stringify([
      { name: "Lab", api: "ollama", url: "http://hidden.lan:11434", key: "LAB_KEY", models: ["qwen3:8b"] },
      { name: "Rack", url: "https://hidden.example/v1" },
    ]),
    LAB_KEY: "sk-hidden",
  };
  const answer = flags(variables);
  expect(answer).toMatchObject({ demo: "off", served: ["site-lab", "site-rack"], upstreamHosts: {} });
  expect(answer.servers).toEqual([
    { id: "site-lab", name: "Lab", api: "ollama", models: ["qwen3:8b"] },
    { id: "site-rack", name: "Rack", api: "openai", models: [] },
  ]);
  expect(JSON.stringify(answer)).not.toContain("hidden");
  const config = readServerConfig(variables, testProviders);
  expect(siteKeyNotes(config)).toEqual([]);
});

test("reveals no part of a secret @L6.2", () => {
  const secrets = {
    CODE: "hidden-code",
    ACME_API_KEY: "hidden-key",
    OPENAI_ORG_ID: "hidden-org",
  };
  const answer = flags({
    ...secrets,
    ENABLE_BALANCE_QUERY: "1",
    CUSTOM_MODELS: "+a",
    DEFAULT_MODEL: "a",
    VISION_MODELS: "v",
  });
  expect(answer).toEqual({
    needCode: true,
    hideUserApiKey: false,
    disableGPT4: false,
    hideBalanceQuery: false,
    disableFastLink: false,
    customModels: "+a",
    defaultModel: "a",
    visionModels: "v",
    demo: "off",
    upstreamHosts: {},
    servers: [],
    enableMcp: false,
    artifacts: false,
    resumesReplies: false,
    hasUser: false,
    shareHost: "",
    searchHost: "",
    pyodidePackagesUrl: "",
  });
  expect(JSON.stringify(answer)).not.toContain("hidden");
});

test.each([
  ["a server without keys offers it", {}, "offered"],
  ["one key of any provider ends the offer", { PAIRED_ID: "a", PAIRED_SECRET: "b" }, "off"],
  ["an incomplete credential does not", { PAIRED_ID: "a" }, "offered"],
  ["the operator forces it although there are keys", { ACME_API_KEY: "k", ENABLE_DEMO: "1" }, "forced"],
  ["the operator switches it off", { DISABLE_DEMO: "1" }, "off"],
  ["off has priority over forced", { ENABLE_DEMO: "1", DISABLE_DEMO: "1" }, "off"],
])("demonstration: %s", (_, variables, demo) => {
  expect(flags(variables as Record<string, string>).demo).toBe(demo);
});

test("without GPT-4, the family's built-in models are removed from the list and cannot be the default", () => {
  expect(flags({ DISABLE_GPT4: "1", CUSTOM_MODELS: "+mine", DEFAULT_MODEL: "gpt-4@openai" })).toMatchObject({
    disableGPT4: true,
    customModels: "+mine,-gpt-4",
    defaultModel: "",
  });
  expect(flags({ DISABLE_GPT4: "1", DEFAULT_MODEL: "gpt-4o-mini" })).toMatchObject({
    customModels: "-gpt-4",
    defaultModel: "gpt-4o-mini",
  });
});
