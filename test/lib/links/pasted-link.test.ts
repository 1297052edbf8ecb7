import fc from "fast-check";
import { maxChars } from "@/lib/links/link-parameters";
import { pastedLink } from "@/lib/links/pasted-link";
import { readLink } from "@/lib/links/read-link";
import { openai } from "@/lib/providers/openai";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";

const rules = {
  providers: Object.values<Provider>(providers),
  needCode: false,
  hideUserApiKey: false,
  isFixed: () => false,
};

/** JSON in UTF-8 as base64, with other signs for `+` and `/` where they are given. */
function base64(value: unknown, plus = "+", slash = "/"): string {
  return Buffer.from(JSON.stringify(value)).toString("base64").replaceAll("+", plus).replaceAll("/", slash);
}

/** The settings that a pasted text stands for. */
function settings(text: string): unknown {
  const [parameter, ...others] = pastedLink(text) ?? [];
  expect(others).toEqual([]);
  return parameter && { [parameter[0]]: JSON.parse(parameter[1]) };
}

// The name has characters whose base64 holds both signs that differ.
const gateway = { id: "gw", type: "openai", name: "GW ???>>>", apiKey: "sk-abc", baseUrl: "https://gw.example" };
const vault = { settings: { keyVaults: { openai: { apiKey: "sk-abc", baseURL: "https://gw.example" } } } };
const cherry = (data: string) => `cherrystudio://providers/api-keys?v=1&data=${data}`;

test("the sample's base64 contains both special characters", () => {
  expect(base64(gateway)).toMatch(/\+/);
  expect(base64(gateway)).toMatch(/\//);
});

test.each([
  ["Kelivo's form", `ai-provider:v1:${base64(gateway)}`],
  ["Kelivo's form in base64url", `ai-provider:v1:${base64(gateway, "-", "_")}`],
  ["Kelivo's form between spaces", `  ai-provider:v1:${base64(gateway)}\n`],
  ["Cherry Studio's, plain", cherry(base64(gateway))],
  ["Cherry Studio's, with its own substitutions", cherry(base64(gateway, "_", "-"))],
  ["Cherry Studio's, percent-encoded", cherry(encodeURIComponent(base64(gateway)))],
  ["Cherry Studio's, with a space for each plus", cherry(base64(gateway, " "))],
  ["Cherry Studio's, with trailing parameters", `${cherry(base64(gateway))}&from=gw#top`],
  ["Cherry Studio's, with the data first", `cherrystudio://providers/api-keys?data=${base64(gateway)}&v=1`],
])("reads a key with its address from %s", (_name, text) => {
  expect(settings(text)).toEqual(vault);
});

test("reads Cherry Studio's form as base64url if its own substitutions give nothing", () => {
  // Read with the signs the other way round this is no UTF-8.
  const given = { ...gateway, name: "网关ÿ???>>>" };
  const text = base64(given, "-", "_");
  expect(text).toMatch(/[-_]/);
  expect(settings(cherry(text))).toEqual(vault);
});

test.each([
  ["gemini", "google"],
  ["Anthropic", "anthropic"],
  ["openai-response", "openai"],
  ["", "openai"],
  [undefined, "openai"],
  ["deepseek", "deepseek"],
])("maps the gateway type %s to the provider %s", (type, provider) => {
  const text = `ai-provider:v1:${base64({ type, apiKey: "sk-abc", baseUrl: "https://gw.example" })}`;
  expect(settings(text)).toEqual({
    settings: { keyVaults: { [provider]: { apiKey: "sk-abc", baseURL: "https://gw.example" } } },
  });
});

test.each([
  ["nothing", ""],
  ["a key", "sk-abc"],
  ["an address", "https://gw.example/?data=e30"],
  ["another version", `ai-provider:v2:${base64(gateway)}`],
  ["invalid base64", "ai-provider:v1:***"],
  ["invalid JSON", `ai-provider:v1:${Buffer.from("text").toString("base64")}`],
  ["a list", `ai-provider:v1:${base64([gateway])}`],
  ["a text that is too long", `ai-provider:v1:${base64({ ...gateway, name: "x".repeat(maxChars.settings) })}`],
])("rejects as a gateway's link: %s", (_name, text) => {
  expect(pastedLink(text)).toBeUndefined();
});

test("validates a pasted link like any other", () => {
  expect(readLink(pastedLink(`ai-provider:v1:${base64(gateway)}`) ?? [], rules)).toEqual({
    items: [
      { kind: "address", provider: openai, address: "https://gw.example", host: "gw.example", warnings: [] },
      { kind: "key", provider: openai, key: "sk-abc", host: "gw.example" },
    ],
    leftOut: [],
    unknown: 0,
  });
});

test("never throws, whatever the text", () => {
  fc.assert(
    fc.property(fc.constantFrom("ai-provider:v1:", cherry(""), ""), fc.string(), (start, rest) => {
      pastedLink(start + rest);
    }),
  );
});
