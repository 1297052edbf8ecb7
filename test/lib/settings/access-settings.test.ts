import type { ApiType } from "@/lib/providers/api-types";
import { customEndpoint, withApiType } from "@/lib/providers/custom-endpoint";
import {
  type AccessSettings,
  accessKey,
  addressOf,
  hostOf,
  readAccessSettings,
  storedAccessSettings,
  valuesOfProvider,
  withAccessValue,
  withEndpoint,
  withEndpoints,
  withScheme,
} from "@/lib/settings/access-settings";
import { withoutEndpoint } from "@/lib/settings/removed-endpoint";
import { acme, keyless, paired } from "../../support/test-server";

const known = [acme, paired];
const empty = readAccessSettings(known, undefined);
const nothing = {
  accessCode: "",
  useCustomConfig: false,
  values: { acmeUrl: "", acmeApiKey: "", pairedUrl: "", pairedKeyId: "", pairedKeySecret: "" },
  hosts: {},
  endpoints: [],
  formerAccess: {},
  lastUpdateTime: 0,
};

function filled(values: Record<string, string>, hosts: Record<string, string> = {}): AccessSettings {
  return { ...empty, values: { ...empty.values, ...values }, hosts };
}

test.each([undefined, null, 7, "text", [], {}])("reads settings without any value from %p", (stored) => {
  expect(readAccessSettings(known, stored)).toEqual(nothing);
});

test("stores values at the top level under the specification's names, and restores them unchanged", () => {
  const access = {
    accessCode: "open",
    useCustomConfig: true,
    values: { ...nothing.values, acmeUrl: "https://my.example", acmeApiKey: "sk-1" },
    hosts: { acmeApiKey: "my.example" },
    endpoints: [],
    formerAccess: {},
    lastUpdateTime: 5,
  };
  const stored = storedAccessSettings(access);
  expect(stored).toEqual({
    accessCode: "open",
    useCustomConfig: true,
    acmeUrl: "https://my.example",
    acmeApiKey: "sk-1",
    pairedUrl: "",
    pairedKeyId: "",
    pairedKeySecret: "",
    hosts: { acmeApiKey: "my.example" },
    endpoints: [],
    lastUpdateTime: 5,
  });
  expect(readAccessSettings(known, JSON.parse(JSON.stringify(stored)))).toEqual(access);
});

test("clears invalid values, trims texts, and stores hosts for secrets only", () => {
  const stored = {
    accessCode: " open ",
    useCustomConfig: "yes",
    acmeUrl: 7,
    acmeApiKey: " sk-1 ",
    hosts: { acmeApiKey: 7, acmeUrl: "x.example", pairedKeyId: "", unknown: "y.example" },
    lastUpdateTime: "now",
  };
  expect(readAccessSettings(known, stored)).toEqual({
    ...nothing,
    accessCode: "open",
    values: { ...nothing.values, acmeApiKey: "sk-1" },
    hosts: { pairedKeyId: "" },
  });
});

test("stores a field under its provider's id", () => {
  expect(accessKey({ id: "openai" }, "apiKey")).toBe("openaiApiKey");
  expect(accessKey({ id: "openai" }, "url")).toBe("openaiUrl");
});

test("returns only the values of a provider's own fields", () => {
  const access = filled({ acmeUrl: "https://my.example", acmeApiKey: "sk-1", pairedKeyId: "id" });
  expect(valuesOfProvider(acme, access)).toEqual({ url: "https://my.example", apiKey: "sk-1" });
  expect(valuesOfProvider(keyless, access)).toEqual({ url: "" });
});

describe("setting a value", () => {
  test.each([
    ["the default address", "", ""],
    ["an own address", "https://my.example:8080/v1", "my.example:8080"],
    ["an own address without a scheme", "my.example", "my.example"],
  ])("a secret is stored with the host of %s", (_name, address, host) => {
    const changed = withAccessValue(filled({ acmeUrl: address }), acme, "apiKey", " sk-1 ");
    expect(changed.values.acmeApiKey).toBe("sk-1");
    expect(changed.hosts).toEqual({ acmeApiKey: host });
  });

  test("a secret that is entered again is bound to the current address, and the others keep theirs", () => {
    const access = filled(
      { pairedUrl: "https://b.example" },
      { pairedKeyId: "a.example", pairedKeySecret: "a.example" },
    );
    const { hosts } = withAccessValue(access, paired, "keyId", "id");
    expect(hosts).toEqual({ pairedKeyId: "b.example", pairedKeySecret: "a.example" });
  });

  test("changing the address keeps the host of the key", () => {
    const access = filled({ acmeApiKey: "sk-1" }, { acmeApiKey: "" });
    const changed = withAccessValue(access, acme, "url", " https://my.example/ ");
    expect(changed.values).toEqual({ ...access.values, acmeUrl: "https://my.example/" });
    expect(changed.hosts).toEqual({ acmeApiKey: "" });
  });
});

test("returns a provider's own address or an empty string", () => {
  expect(addressOf(acme, filled({ acmeUrl: "https://my.example" }))).toBe("https://my.example");
  expect(addressOf(acme, empty)).toBe("");
  expect(addressOf({ ...acme, fields: {} }, filled({ acmeUrl: "https://my.example" }))).toBe("");
});

test.each([
  ["", ""],
  ["   ", ""],
  ["https://my.example", "my.example"],
  ["HTTPS://My.Example/path?q#f", "my.example"],
  ["http://my.example:80/", "http://my.example"],
  ["https://my.example:8443", "my.example:8443"],
  ["my.example:8443/v1", "my.example:8443"],
  ["localhost:11434", "localhost:11434"],
  ["https://user:pass@my.example", "my.example"],
  ["https://my.example@evil.example", "evil.example"],
  ["https://[::1]:8080", "[::1]:8080"],
  ["https://潮.example", "xn--ngx.example"],
])("the host of %j is %j", (address, host) => {
  expect(hostOf(address)).toBe(host);
});

test.each(["https://my.example:port", "a b", "https://%", "https://[::1", "https://\\", "https://?q"])(
  "%j has no host, and does not match the default address",
  (address) => {
    expect(hostOf(address)).toBeUndefined();
  },
);

test.each([
  ["", ""],
  ["  ", ""],
  ["my.example", "https://my.example"],
  ["my.example/v1//", "https://my.example/v1"],
  ["my.example / /", "https://my.example"],
  ["my.example\u0000", "https://my.example"],
  ["http://my.example/", "http://my.example"],
  ["HTTP://my.example", "HTTP://my.example"],
  ["ftp://my.example", "https://ftp://my.example"],
])("normalizes the address %j to %j", (address, expected) => {
  expect(withScheme(address)).toBe(expected);
});

test.each(["/api/openai", "/api/openai/"])("ignores the stored relay path %s of another product", (url) => {
  const access = { ...readAccessSettings([acme], { acmeUrl: url }) };
  expect(addressOf(acme, access)).toBe("");
});

describe("a custom endpoint of the user", () => {
  const bench = { id: "custom-1", name: "Bench", boundName: "custom-1", models: ["llama"] };
  const named = { ...readAccessSettings(known, undefined), ...withEndpoint(nothing, bench) };

  test("has its own address and key, stored like those of any provider", () => {
    const provider = withEndpoints(known, [bench]).at(-1);
    if (!provider) throw new Error("The endpoint is no provider.");
    const addressed = { ...named, ...withAccessValue(named, provider, "url", "https://bench.example/v1") };
    const bodied = { ...addressed, ...withAccessValue(addressed, provider, "extraBody", '{"seed":1}') };
    const headed = { ...bodied, ...withAccessValue(bodied, provider, "extraHeaders", '{"x-team":"a"}') };
    const keyed = { ...headed, ...withAccessValue(headed, provider, "apiKey", "sk-1") };
    const stored = storedAccessSettings(keyed);
    expect(stored).toMatchObject({
      endpoints: [bench],
      "custom-1Url": "https://bench.example/v1",
      "custom-1ApiKey": "sk-1",
      hosts: { "custom-1ApiKey": "bench.example", "custom-1ExtraHeaders": "bench.example" },
    });
    expect(readAccessSettings(known, JSON.parse(JSON.stringify(stored)))).toEqual(keyed);
    expect({ ...keyed, ...withoutEndpoint(keyed, bench) }).toEqual(nothing);
  });

  test("stores its API with its options, of which those of another API have their defaults", () => {
    const withApi = (access: AccessSettings, apiType: ApiType) => {
      const [endpoint] = access.endpoints;
      return endpoint ? { ...access, ...withEndpoint(access, withApiType(endpoint, apiType)) } : access;
    };
    const azure = withApi(named, "azure");
    expect(azure.endpoints).toEqual([{ ...bench, apiType: "azure" }]);
    expect(azure.values).toMatchObject({ "custom-1ApiVersion": "2023-08-01-preview" });
    const versioned = {
      ...azure,
      ...withAccessValue(azure, customEndpoint(azure.endpoints[0] ?? bench), "apiVersion", "v1"),
    };
    const stored = storedAccessSettings({ ...versioned, lastUpdateTime: 5 });
    expect(stored).toMatchObject({ endpoints: [{ ...bench, apiType: "azure" }], "custom-1ApiVersion": "v1" });
    const read = readAccessSettings(known, JSON.parse(JSON.stringify(stored)));
    expect([read.endpoints, read.values["custom-1ApiVersion"]]).toEqual([versioned.endpoints, "v1"]);
    // Another name changes no option; another API does.
    const renamed = withEndpoint(read, { ...bench, apiType: "azure", name: "New" });
    expect(renamed.values["custom-1ApiVersion"]).toBe("v1");
    expect(withApi(read, "anthropic").values["custom-1ApiVersion"]).toBe("2023-06-01");
    expect(withApi(withApi(read, "anthropic"), "openai").values).not.toHaveProperty("custom-1ApiVersion");
    expect(withApi(read, "gemini").values).toMatchObject({ "custom-1SafetySettings": "BLOCK_ONLY_HIGH" });
    expect(withApi(withApi(read, "gemini"), "openai").endpoints).toEqual([bench]);
    expect({ ...read, ...withoutEndpoint(read, read.endpoints[0] ?? bench) }).toEqual({
      ...nothing,
      lastUpdateTime: 5,
    });
  });

  test("is updated in place", () => {
    const other = { id: "custom-2", name: "Other", boundName: "custom-2", models: [] };
    const two = { ...named, ...withEndpoint(named, other) };
    expect(withEndpoint(two, { ...bench, name: "New" }).endpoints).toEqual([{ ...bench, name: "New" }, other]);
  });

  test.each([
    ["an invalid one", [{ id: "custom-1" }, bench], [bench]],
    ["one with an id that a provider could have", [{ ...bench, id: "acme" }, bench], [bench]],
    ["a duplicate id", [bench, { ...bench, name: "Copy" }], [bench]],
    ["one called like a provider", [{ ...bench, name: " ACME " }], []],
    ["one called like another", [bench, { ...bench, id: "custom-2", name: "bench" }], [bench]],
    ["what is no list", { 0: bench }, []],
    ["models that are none", [{ ...bench, models: [1] }], [{ ...bench, models: [] }]],
    ["an API of a later version", [{ ...bench, apiType: "acme-2" }], [bench]],
    ["an API that is no name", [{ ...bench, apiType: { openai: 1 } }], [bench]],
    ["an API that every object has", [{ ...bench, apiType: "constructor" }], [bench]],
    ["the default API", [{ ...bench, apiType: "openai" }], [bench]],
  ])("is loaded without %s", (_name, endpoints, expected) => {
    expect(readAccessSettings(known, { endpoints }).endpoints).toEqual(expected);
  });
});
