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

test("built-in models are numbered from 1000 through all providers", () => {
  expect(builtInModels(providers).map(({ sorted, provider }) => [sorted, provider.sorted])).toEqual([
    [1000, 1],
    [1001, 1],
    [1002, 2],
  ]);
});

describe("a list that a provider answered", () => {
  const merged = (fetched: Record<string, string[]>) =>
    mergeFetched(builtInModels(providers), fetched, providers).map(inOneLine);

  test("takes the place of that provider's models and of no other's", () => {
    expect(merged({ acme: ["two", "three", "three"] })).toEqual(["kept@partial", "two@acme", "three@acme"]);
  });
  test("stands beside the built-in ones where it leaves some out", () => {
    expect(merged({ partial: ["new"] })).toEqual(["one@acme", "two@acme", "kept@partial", "new@partial"]);
  });
  test("that is empty, or of nobody known, changes nothing", () => {
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
  ])("%p with %p is %j", (wanted, custom, expected) => {
    expect(marked(wanted, custom)).toEqual(expected);
  });

  test("a former mark is taken away", () => {
    const models = markDefault(builtInModels(providers), "one");
    expect(markDefault(models, "").some(({ isDefault }) => isDefault)).toBe(false);
  });
});

describe("the model in place of one that is not available", () => {
  const models = listModels({ providers: sampleProviders, customModels: ["-gpt-3.5-turbo"] });
  const personal = { model: "gpt-4", providerName: "Azure" };

  test("is the operator's default, else the person's, else the first that is available", () => {
    expect(fallbackModel(markDefault(models, "gpt-4o-mini"), personal)).toMatchObject({ name: "gpt-4o-mini" });
    expect(fallbackModel(models, personal)).toMatchObject({ name: "gpt-4", provider: { id: "azure" } });
    expect(fallbackModel(models, { model: "none", providerName: "None" })).toMatchObject({ name: "gpt-4" });
    expect(fallbackModel([], personal)).toBeUndefined();
  });
  test("is never one that is marked but not available", () => {
    expect(fallbackModel(markDefault(models, "gpt-3.5-turbo@openai"), personal)).toMatchObject({ name: "gpt-4" });
  });
  test("a model is found only while it is available", () => {
    expect(findModel(models, { model: "gpt-3.5-turbo", providerName: "OpenAI" })).toBeUndefined();
    expect(findModel(models, personal)).toMatchObject({ name: "gpt-4", provider: { id: "azure" } });
  });
});
