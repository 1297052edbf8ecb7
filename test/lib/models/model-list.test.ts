import { fallbackModel, findModel, listModels, modelKey } from "@/lib/models/model-list";
import { defineProvider, type Provider } from "@/lib/providers/provider";

function provider(id: string, name: string, models: readonly string[]): Provider {
  return defineProvider({
    id,
    name,
    fields: {},
    auth: () => ({}),
    relayed: [],
    models,
    chat: async () => ({
      buildRequest: () => ({ method: "POST", url: "", headers: {} }),
      parseEvent: () => [],
      parseResponse: () => [],
    }),
  });
}

const acme = provider("acme", "Acme", ["one", "two"]);
const local = provider("local", "On This Desk", []);
const entry = (name: string, { id, name: providerName }: Provider) => ({ name, providerId: id, providerName });

test("the identity of a model is its name and its provider's id (§5.1)", () => {
  expect(modelKey(entry("one", acme))).toBe("one@acme");
});

test("the list has each provider's own models first, then those that were asked for, each once", () => {
  expect(listModels([local, acme], { acme: ["two", "three", "three"], local: ["llama"], gone: ["x"] })).toEqual([
    entry("llama", local),
    entry("one", acme),
    entry("two", acme),
    entry("three", acme),
  ]);
});

test("without providers there is no model", () => {
  expect(listModels([], { acme: ["one"] })).toEqual([]);
});

const models = listModels([acme, local], { local: ["one", "x@y"] });

test.each([
  ["one", "Acme", entry("one", acme)],
  ["one", "On This Desk", entry("one", local)],
  ["one", "Nobody", undefined],
  ["ONE", "Acme", undefined],
  ["nine", "Acme", undefined],
])("the model %s of %s is found by both names", (model, providerName, expected) => {
  expect(findModel(models, { model, providerName })).toEqual(expected);
});

const personal = { model: "two", providerName: "Acme" };

test.each([
  ["one", entry("one", acme)],
  ["one@local", entry("one", local)],
  ["one@LOCAL", entry("one", local)],
  ["x@y@local", entry("x@y", local)],
  ["", entry("two", acme)],
  ["nine", entry("two", acme)],
  ["one@nobody", entry("two", acme)],
  ["@acme", entry("two", acme)],
])("with the operator's default %j a chat without its own model gets %o", (wanted, expected) => {
  expect(fallbackModel(models, wanted, personal)).toEqual(expected);
});

test("without either default the first of the list is taken, and from an empty list none", () => {
  expect(fallbackModel(models, "", { model: "nine", providerName: "Acme" })).toEqual(entry("one", acme));
  expect(fallbackModel([], "one", personal)).toBeUndefined();
});
