import fc from "fast-check";
import { applyCustomModels, parseCustomModels } from "@/lib/models/custom-models";
import { markDefault } from "@/lib/models/default-model";
import { builtInModels, listModels } from "@/lib/models/model-list";
import type { Provider } from "@/lib/providers/provider";
import { providers as registry } from "@/lib/providers/registry";
import { inOneLine, listing, sampleProviders } from "@/test/support/model-samples";

const builtIn = builtInModels(sampleProviders);

function apply(text: string) {
  return applyCustomModels(builtIn, [text], sampleProviders);
}
const all = builtIn.map(inOneLine);
const off = all.map((line) => `-${line}`);
const without = (...gone: readonly string[]) => all.map((line) => (gone.includes(line) ? `-${line}` : line));
const only = (...kept: readonly string[]) => off.map((line) => (kept.includes(line.slice(1)) ? line.slice(1) : line));

describe("a custom-model string", () => {
  test.each([
    ["", all],
    ["-all", off],
    ["-all,gpt-4o-mini", only("gpt-4o-mini@openai", "gpt-4o-mini@azure")],
    ["-gpt-4@openai", without("gpt-4@openai")],
    ["-gpt-4@OpenAI", without("gpt-4@openai")],
    ["+gpt-4,-all", off],
    ["+my-model@myorg", [...all, "my-model@myorg"]],
    ["+my-model@myorg=Shiny", [...all, "my-model@myorg=Shiny"]],
    ["+llama", [...all, "llama@llama"]],
    [
      "+llama,+claude-2,-gpt-3.5-turbo,gpt-4-1106-preview=gpt-4-turbo",
      [
        ...without("gpt-3.5-turbo@openai", "gpt-3.5-turbo@azure").map((line) =>
          line.startsWith("gpt-4-1106-preview") ? `${line}=gpt-4-turbo` : line,
        ),
        "llama@llama",
        "claude-2@claude-2",
      ],
    ],
    ["-all@Azure", all.map((line) => (line.endsWith("@azure") ? `-${line}` : line))],
    ["-all,+all@azure", off.map((line) => (line.endsWith("@azure") ? line.slice(1) : line))],
    ["-all@nobody,+all@nobody", all],
    ["-all,GPT-4", [...off, "GPT-4@gpt-4"]],
    [" -gpt-4 ", without("gpt-4@openai", "gpt-4@azure")],
    ["my=x=y", [...all, "my@my=x"]],
    ["+claude-3-5-sonnet@20240620@Google", [...all, "claude-3-5-sonnet@20240620@google"]],
    [",,+llama, ,", [...all, "llama@llama"]],
    ["-unknown@openai", [...all, "-unknown@openai"]],
  ])("parses %p", (text, expected) => {
    expect(apply(text).map(inOneLine)).toEqual(expected);
  });

  test.each(["azure", "Azure"])("an alias is Azure's deployment (%s), and the built-in model stays", (azure) => {
    const models = apply(`-all,+gpt-3.5-turbo@${azure}=gpt35`).filter(({ available }) => available);
    expect(models).toEqual([
      {
        name: "gpt-3.5-turbo",
        displayName: "gpt35",
        available: true,
        sorted: 1004,
        provider: { id: "azure", providerName: "Azure", providerType: "azure", sorted: 2 },
      },
    ]);
  });

  test("at ByteDance, the alias is sent and the name is displayed", () => {
    expect(apply("-all,+Doubao-lite-4k@bytedance=ep-x,+MyDoubao@ByteDance=ep-y,+Plain@ByteDance").slice(-3)).toEqual([
      expect.objectContaining({ name: "ep-x", displayName: "Doubao-lite-4k", available: true }),
      expect.objectContaining({ name: "ep-y", displayName: "MyDoubao", available: true }),
      expect.objectContaining({ name: "Plain", displayName: "Plain", available: true }),
    ]);
  });

  test("an endpoint with two names is one model with the later name", () => {
    const models = apply("-all,+One@bytedance=ep-x,+Other@bytedance=ep-x").filter(({ available }) => available);
    expect(models.map(inOneLine)).toEqual(["ep-x@bytedance=Other"]);
  });

  test("a new model belongs to a custom provider, or to the built-in provider that is named", () => {
    expect(apply("+one@Mine,+two@mine,+three@OpenAI").slice(-3)).toEqual([
      expect.objectContaining({
        provider: { id: "mine", providerName: "Mine", providerType: "custom", sorted: -1000 },
      }),
      expect.objectContaining({ provider: expect.objectContaining({ id: "mine", sorted: -1000 }) }),
      expect.objectContaining({
        provider: { id: "openai", providerName: "OpenAI", providerType: "openai", sorted: 1 },
      }),
    ]);
  });

  test("custom models come first, in the order of their first occurrence", () => {
    const models = listModels({ providers: sampleProviders, customModels: ["+zzz@Foo,+aaa@Foo,+bbb"] });
    expect(models.slice(0, 4).map(inOneLine)).toEqual(["zzz@foo", "aaa@foo", "bbb@bbb", "gpt-3.5-turbo@openai"]);
  });
});

test("reports entries without a model name", () => {
  expect(parseCustomModels("-,=x,@openai,gpt-4@,+ok")).toEqual({
    entries: [{ isAvailable: true, name: "ok" }],
    unread: ["-", "=x", "@openai", "gpt-4@"],
  });
});

test("keeps every built-in model and all keys, whatever the text", () => {
  const piece = fc.stringMatching(/^[+\- ]?(all|gpt-4|gpt-4o-mini|new|x)(@(openai|Azure|foo|))?(=[a-z ]{0,3})?$/);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.string(), (pieces, noise) => {
      const models = apply([...pieces, noise].join(","));
      const names = models.map(({ name, provider }) => `${name}@${provider.id}`);
      for (const { name, provider } of builtIn) {
        if (provider.id !== "bytedance") expect(names).toContain(`${name}@${provider.id}`);
      }
    }),
  );
});

test("finds every provider by its id and its name, ignoring case", () => {
  const all = Object.values<Provider>(registry);
  const spelling = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toLowerCase(),
    (text) => text.toUpperCase(),
    (text) => ` ${text} `,
  );
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.boolean(), spelling, ({ id, name, models }, isById, spell) => {
      const provider = spell(isById ? id : name);
      const [first = "new"] = models;
      const text = `-all,+new@${provider},-${first}@${provider},+${first}@${provider}=Shown`;
      const offered = listModels({ providers: all, customModels: ["", text] }).filter(({ available }) => available);
      const names = id === "bytedance" && first !== "new" ? ["new", "Shown"] : [...new Set(["new", first])];
      expect(offered.map((model) => [model.name, model.provider.id])).toEqual(
        expect.arrayContaining(names.map((each) => [each, id])),
      );
      expect(
        offered.every((model) => model.provider.id === id || all.find((one) => one.id === model.provider.id)?.isLocal),
      ).toBe(true);
      expect(markDefault(offered, `new@${provider.trim()}`).find(({ isDefault }) => isDefault)?.provider.id).toBe(id);
    }),
  );
});

describe("an operator's entry without a provider", () => {
  const providers = [
    ...sampleProviders,
    listing("local", "On This Desk", [], { isLocal: true }),
    listing("own-1", "My Server", ["gpt-4", "mine"], { isCustom: true }),
  ];
  const offered = (own: string, operators: string) =>
    listModels({ providers, fetched: { local: ["llama", "gpt-4"] }, customModels: [own, operators] })
      .filter(({ available }) => available)
      .map(inOneLine);

  test.each([
    ["", "-all", ["llama@local", "gpt-4@local", "gpt-4@own-1", "mine@own-1"]],
    [
      "",
      "-all,+gpt-4=Shown",
      ["gpt-4@openai=Shown", "gpt-4@azure=Shown", "llama@local", "gpt-4@local", "gpt-4@own-1", "mine@own-1"],
    ],
    ["", "-all,-llama@On this desk,-mine@my server", ["gpt-4@local", "gpt-4@own-1"]],
    ["-all", "", []],
    ["-all,+more@My Server", "-all", ["more@own-1"]],
  ])("does not affect models of the user's own servers and of this computer: %p and %p", (own, operators, expected) => {
    expect(offered(own, operators)).toEqual(expected);
  });
});

test("uses the first 2,000 entries of a user's list, and all of the operator's", () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `+m${index}@myorg`).join();
  expect(applyCustomModels([], [text, ""], sampleProviders)).toHaveLength(2000);
  expect(applyCustomModels([], ["", text.split(",", 3000).join()], sampleProviders)).toHaveLength(3000);
});
