import { fallbackModel, markDefault } from "@/lib/models/default-model";
import { modelKey, splitModel } from "@/lib/models/model-entry";
import { builtInModels, findModel, listModels, mergeFetched } from "@/lib/models/model-list";
import { inOneLine, listing, sampleProviders } from "@/test/support/model-samples";

const acme = listing("acme", "Acme", ["one", "two"]);
const partial = listing("partial", "Partial", ["kept"], {
  modelList: {
    buildRequest: () => ({ method: "GET", url: "", headers: {} }),
    parseResponse: () => [],
    isPartial: true,
  },
});
const local = listing("local", "On This Desk", []);
const providers = [acme, partial, local];

test("the identity of a model is its name and its provider's id", () => {
  expect(builtInModels(providers).map(modelKey)).toEqual(["one@acme", "two@acme", "kept@partial"]);
});

test.each([
  ["model@provider", { name: "model", provider: "provider" }],
  ["model", { name: "model" }],
  ["model@provider@extra", { name: "model@provider", provider: "extra" }],
  ["", { name: "" }],
])("%p is split at its last @", (text, expected) => {
  expect(splitModel(text)).toEqual(expected);
});

test("built-in models are numbered from 1000 across all providers", () => {
  expect(builtInModels(providers).map(({ sorted, provider }) => [sorted, provider.sorted])).toEqual([
    [1000, 1],
    [1001, 1],
    [1002, 2],
  ]);
});

describe("a model list fetched from a provider", () => {
  const merged = (fetched: Record<string, string[]>) =>
    mergeFetched(builtInModels(providers), fetched, providers).map(inOneLine);

  test("replaces that provider's models and no others", () => {
    expect(merged({ acme: ["two", "three", "three"] })).toEqual(["kept@partial", "two@acme", "three@acme"]);
  });
  test("is added to the built-in models if it omits some", () => {
    expect(merged({ partial: ["new"] })).toEqual(["one@acme", "two@acme", "kept@partial", "new@partial"]);
  });
  test("is ignored if it is empty or of an unknown provider", () => {
    expect(merged({ acme: [], gone: ["x"] })).toEqual(["one@acme", "two@acme", "kept@partial"]);
  });
  test("is numbered from 1000 in its order", () => {
    const models = listModels({ providers, fetched: { local: ["b", "a"] } }).slice(-2);
    expect(models.map(({ name, sorted }) => [name, sorted])).toEqual([
      ["b", 1000],
      ["a", 1001],
    ]);
  });
});

describe("the operator's default", () => {
  const marked = (wanted: string, custom = "") =>
    listModels({ providers: sampleProviders, customModels: [custom], defaultModel: wanted })
      .filter(({ isDefault }) => isDefault)
      .map(inOneLine);

  test.each([
    ["", "", []],
    ["gpt-4@openai", "", ["gpt-4@openai"]],
    ["gpt-4@OpenAI", "", ["gpt-4@openai"]],
    ["gpt-4", "", ["gpt-4@openai"]],
    ["gpt-4", "-gpt-4@openai", ["gpt-4@azure"]],
    ["my", "+my@me=Mine", ["my@me=Mine"]],
    ["gpt-4@openai", "-gpt-4@openai", ["-gpt-4@openai"]],
    ["claude@20240620", "+claude@20240620@Google", ["claude@20240620@google"]],
    // Behind an operator's own address there may be models that nobody listed.
    ["gpt-77", "", ["gpt-77@openai"]],
    ["gemini-77@google", "", ["gemini-77@google"]],
    ["gpt-77@nobody", "", []],
  ])("%p with %p gives %j", (wanted, custom, expected) => {
    expect(marked(wanted, custom)).toEqual(expected);
  });

  test("replaces the previous default", () => {
    const models = markDefault(builtInModels(providers), "one");
    expect(markDefault(models, "").some(({ isDefault }) => isDefault)).toBe(false);
  });
});

describe("the replacement of an unavailable model", () => {
  const models = listModels({ providers: sampleProviders, customModels: ["-gpt-3.5-turbo"] });
  const personal = { model: "gpt-4", providerName: "Azure" };

  test("is the operator's default, else the user's, else the first available model", () => {
    expect(fallbackModel(markDefault(models, "gpt-4o-mini"), personal)).toMatchObject({ name: "gpt-4o-mini" });
    expect(fallbackModel(models, personal)).toMatchObject({ name: "gpt-4", provider: { id: "azure" } });
    expect(fallbackModel(models, { model: "none", providerName: "None" })).toMatchObject({ name: "gpt-4" });
    expect(fallbackModel([], personal)).toBeUndefined();
  });
  test("is never a default model that is unavailable", () => {
    expect(fallbackModel(markDefault(models, "gpt-3.5-turbo@openai"), personal)).toMatchObject({ name: "gpt-4" });
  });
  test("finds a model only if it is available", () => {
    expect(findModel(models, { model: "gpt-3.5-turbo", providerName: "OpenAI" })).toBeUndefined();
    expect(findModel(models, personal)).toMatchObject({ name: "gpt-4", provider: { id: "azure" } });
  });
});
