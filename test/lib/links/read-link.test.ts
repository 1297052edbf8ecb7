import fc from "fast-check";
import type { LinkContents, LinkItem, LinkRules } from "@/lib/links/link-contents";
import { linkParameters, maxChars } from "@/lib/links/link-parameters";
import { readLink } from "@/lib/links/read-link";
import { anthropic } from "@/lib/providers/anthropic";
import { openai } from "@/lib/providers/openai";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";

const rules = {
  providers: Object.values<Provider>(providers),
  needCode: true,
  hideUserApiKey: false,
  isFixed: () => false,
};

/** Reads the parameters of a query, decoded once as a browser does it. */
function read(query: string, given: LinkRules = rules): LinkContents {
  return readLink([...new URLSearchParams(query)], given);
}

function contents(items: readonly LinkItem[], leftOut: LinkContents["leftOut"] = [], unknown = 0): LinkContents {
  return { items, leftOut, unknown };
}

const address: LinkItem = {
  kind: "address",
  provider: openai,
  address: "https://gw.example",
  host: "gw.example",
  warnings: [],
};
const key: LinkItem = { kind: "key", provider: openai, key: "sk-abc", host: "gw.example" };
const json = '{"key":"sk-abc","url":"https://gw.example"}';

test.each([
  ["raw", `settings=${json}`],
  ["percent-encoded", `settings=${encodeURIComponent(json)}`],
  ["with its address encoded once more", 'settings={"key":"sk-abc","url":"https%253A%252F%252Fgw.example"}'],
  ["with its address encoded inside raw settings", 'settings={"key":"sk-abc","url":"https%3A%2F%2Fgw.example"}'],
])("reads a key and its address %s", (_name, query) => {
  expect(read(query)).toEqual(contents([address, key]));
});

test("reads LobeChat's key vaults with its provider names, and counts other content", () => {
  const vaults = {
    openai: { apiKey: "sk-abc", baseURL: "https://gw.example/v1" },
    anthropic: { apiKey: "sk-ant" },
    zhipu: { apiKey: "z-1", models: ["x"] },
    nobody: { apiKey: "x" },
  };
  expect(read(`settings=${JSON.stringify({ keyVaults: vaults, languageModel: {} })}`)).toEqual(
    contents(
      [
        { ...address, address: "https://gw.example/v1" },
        key,
        { kind: "key", provider: anthropic, key: "sk-ant" },
        { kind: "key", provider: providers.chatglm, key: "z-1" },
      ],
      [],
      3,
    ),
  );
});

test.each<[string, string, LinkContents]>([
  ["a key alone", 'settings={"key":"sk-sk-abc"}', contents([{ kind: "key", provider: openai, key: "sk-sk-abc" }])],
  ["an address alone", 'settings={"url":"https://gw.example"}', contents([address])],
  ["empty values", 'settings={"key":"","url":""}', contents([])],
  ["a code", "code= open sesame ", contents([{ kind: "code", code: "open sesame" }])],
  ["a model", "model=gpt-4o@OpenAI", contents([{ kind: "chat-model", model: "gpt-4o@OpenAI" }])],
  ["a mask", "mask=100003", contents([{ kind: "mask", link: "100003" }])],
  [
    "texts",
    "fill=a%26b&submit=:new",
    contents([
      { kind: "fill", text: "a&b" },
      { kind: "submit", text: ":new" },
    ]),
  ],
  ["the first of two", "fill=one&fill=two", contents([{ kind: "fill", text: "one" }])],
  ["whitespace", "fill=%20&code=&model=", contents([])],
  ["unknown parameters", "id=a&x=y", contents([])],
  [
    "settings of the app and of model calls",
    'settings={"theme":"dark","fontSize":99,"temperature":0.2,"modelConfig":{"model":"gpt-4o","providerName":"OpenAI","sendMemory":false}}',
    contents([
      { kind: "default-model", model: "gpt-4o@OpenAI" },
      { kind: "setting", name: "theme", value: "dark" },
      { kind: "setting", name: "fontSize", value: 40 },
      { kind: "model-setting", name: "temperature", value: 0.2 },
      { kind: "model-setting", name: "sendMemory", value: false },
    ]),
  ],
  [
    "the choices of models",
    'settings={"thinking":"low","modelConfig":{"verbosity":"high","seed":"42","stop":"END","top_k":"","min_p":"0.1"}}',
    contents([
      { kind: "model-setting", name: "thinking", value: "low" },
      { kind: "model-setting", name: "verbosity", value: "high" },
      { kind: "model-setting", name: "seed", value: "42" },
      { kind: "model-setting", name: "stop", value: "END" },
      { kind: "model-setting", name: "top_k", value: "" },
      { kind: "model-setting", name: "min_p", value: "0.1" },
    ]),
  ],
])("%s", (_name, query, expected) => {
  expect(read(query)).toEqual(expected);
});

const wrong = "wrong-kind";

test.each<[string, string, LinkContents["leftOut"]]>([
  ["text that is not JSON", "settings={key:1}", [{ name: "settings", reason: "not-json" }]],
  ["a list", "settings=[1]", [{ name: "settings", reason: "not-json" }]],
  ["null", "settings=null", [{ name: "settings", reason: "not-json" }]],
  ["a key that is a number", 'settings={"key":1}', [{ name: "key", reason: wrong }]],
  ["a key that is a list", 'settings={"key":["sk"]}', [{ name: "key", reason: wrong }]],
  ["a key of two lines", 'settings={"key":"sk\\n-x"}', [{ name: "key", reason: wrong }]],
  ["an address that is an object", 'settings={"url":{"a":1}}', [{ name: "url", reason: wrong }]],
  ["vaults that are a list", 'settings={"keyVaults":[]}', [{ name: "keyVaults", reason: wrong }]],
  ["model settings that are a text", 'settings={"modelConfig":"x"}', [{ name: "modelConfig", reason: wrong }]],
  ["a model that is a number", 'settings={"model":4}', [{ name: "model", reason: wrong }]],
  ["a theme that does not exist", 'settings={"theme":"pink"}', [{ name: "theme", reason: wrong }]],
  ["a size that is a text", 'settings={"fontSize":"14"}', [{ name: "fontSize", reason: wrong }]],
  ["a switch that is a number", 'settings={"tightBorder":1}', [{ name: "tightBorder", reason: wrong }]],
  ["a text that is a list", 'settings={"fontFamily":["x"]}', [{ name: "fontFamily", reason: wrong }]],
  ["a seed that is a word", 'settings={"seed":"lucky"}', [{ name: "seed", reason: wrong }]],
  ["an amount of thinking of no model", 'settings={"thinking":"xhigh"}', [{ name: "thinking", reason: wrong }]],
  ["a number that is nothing", 'settings={"temperature":null}', [{ name: "temperature", reason: wrong }]],
  [
    "an address that hides its host, with its key",
    'settings={"key":"sk","url":"https://api.openai.com@evil.example"}',
    [
      { name: "url", reason: "holds-credentials" },
      { name: "key", reason: "no-address" },
    ],
  ],
])("skips %s with the reason @I8.1", (_name, query, leftOut) => {
  expect(read(query)).toEqual(contents([], leftOut));
});

test("every parameter has a size limit, which is a megabyte for JSON @I8.1", () => {
  for (const name of linkParameters) {
    expect(readLink([[name, "x".repeat(maxChars[name] + 1)]], rules)).toEqual(
      contents([], [{ name, reason: "too-long" }]),
    );
  }
  const megabyte = JSON.stringify({ key: "k".repeat(1_000_000) });
  expect(readLink([["settings", megabyte]], rules)).toEqual(contents([], [{ name: "settings", reason: "too-long" }]));
});

test("counts JSON at the maximum depth, and drops keys that could reach a prototype", () => {
  const deep = `{"a":${"[".repeat(9000)}${"]".repeat(9000)}}`;
  expect(readLink([["settings", deep]], rules)).toEqual(contents([], [], 1));
  const hostile = '{"__proto__":{"key":"sk","theme":"dark"},"constructor":{"prototype":{"x":1}},"toString":1}';
  expect(readLink([["settings", hostile]], rules)).toEqual(contents([], [], 3));
  const inner = '{"modelConfig":{"__proto__":{"temperature":2}},"keyVaults":{"__proto__":{"apiKey":"x"}}}';
  expect(readLink([["settings", inner]], rules)).toEqual(contents([], [], 2));
  expect(({} as Record<string, unknown>).theme).toBeUndefined();
});

test("skips what the operator forbids or the app does not use", () => {
  expect(read(`settings=${json}&code=x`, { ...rules, hideUserApiKey: true, needCode: false })).toEqual(
    contents(
      [],
      [
        { name: "url", reason: "own-keys-forbidden" },
        { name: "key", reason: "own-keys-forbidden" },
        { name: "code", reason: "no-code-needed" },
      ],
    ),
  );
});

test("never throws, and never applies what is skipped @I8.1", () => {
  fc.assert(
    fc.property(fc.json(), fc.string(), (settings, text) => {
      const { items } = readLink(
        [
          ["settings", settings],
          ["code", text],
          ["submit", text],
        ],
        rules,
      );
      expect(items.every((item) => item.kind !== "key" || item.key.length > 0)).toBe(true);
    }),
  );
});

test("skips the settings that the operator has fixed, and applies the others", () => {
  const settings = '{"theme":"dark","density":"roomy","model":"gpt-5","modelConfig":{"temperature":0.9,"top_p":0.5}}';
  const fixed = ["theme", "model", "temperature"];
  expect(read(`settings=${settings}`, { ...rules, isFixed: (name: string) => fixed.includes(name) })).toEqual(
    contents(
      [
        { kind: "setting", name: "density", value: "roomy" },
        { kind: "model-setting", name: "top_p", value: 0.5 },
      ],
      [
        { name: "model", reason: "fixed" },
        { name: "theme", reason: "fixed" },
        { name: "temperature", reason: "fixed" },
      ],
    ),
  );
});
