import { emptyMask, isBlank, withModelSettings } from "@/lib/chat/mask";
import { maskSchema } from "@/lib/chat/mask-schema";
import * as z from "@/lib/zod";
import { sampleMessage, usualSettings } from "../../support/chat-samples";

const plain = {
  id: "k1",
  createdAt: 5,
  avatar: "gpt-bot",
  name: "",
  context: [],
  syncGlobalConfig: true,
  modelConfig: usualSettings,
  lang: "ar",
  builtin: false,
  plugin: [],
};

test("the mask of a plain chat has no prompts and follows the global model settings", () => {
  expect(emptyMask({ id: "k1", now: 5, lang: "ar", modelConfig: usualSettings })).toStrictEqual(plain);
});

test("loads a stored mask unchanged, with fields that this version does not know", () => {
  const stored = {
    ...plain,
    avatar: "1f603",
    name: "Pilot",
    description: "Reads the chart",
    category: "work",
    context: [sampleMessage({ id: "c1", role: "system" })],
    hideContext: true,
    syncGlobalConfig: false,
    plugin: ["weather"],
    enableArtifacts: false,
    enableCodeFold: true,
    tint: "olive",
    modelConfig: { ...usualSettings, later: 1 },
  };
  expect(z.parse(maskSchema, stored)).toEqual(stored);
});

test("uses the defaults for invalid parts of a mask", () => {
  const broken = {
    id: "k1",
    createdAt: "x",
    avatar: 1,
    name: null,
    context: "x",
    syncGlobalConfig: 0,
    lang: 1,
    description: 7,
  };
  expect(z.parse(maskSchema, { ...broken, modelConfig: { temperature: 9 }, builtin: "no", plugin: [1] })).toEqual({
    ...plain,
    createdAt: 0,
    lang: "en",
    modelConfig: { ...usualSettings, temperature: 2 },
  });
});

test("uses the default model settings if a mask has none", () => {
  const { modelConfig, ...rest } = plain;
  expect(z.parse(maskSchema, rest)).toEqual({ ...plain, modelConfig });
});

test("completes a mask that only has an id with the defaults of a plain one", () => {
  expect(z.parse(maskSchema, { id: "k1" })).toStrictEqual({ ...plain, createdAt: 0, lang: "en" });
});

describe("a mask's own model settings", () => {
  const mask = emptyMask({ id: "k1", now: 5, lang: "ar", modelConfig: usualSettings });
  const global = { ...usualSettings, model: "gpt-5", top_p: 0.5 };

  test("start from the global ones if the mask follows them", () => {
    expect(withModelSettings(mask, global, { temperature: 1 })).toStrictEqual({
      ...mask,
      syncGlobalConfig: false,
      modelConfig: { ...global, temperature: 1 },
    });
  });

  test("start from the mask's own if it has any", () => {
    expect(withModelSettings({ ...mask, syncGlobalConfig: false }, global, { temperature: 1 })).toStrictEqual({
      ...mask,
      syncGlobalConfig: false,
      modelConfig: { ...usualSettings, temperature: 1 },
    });
  });
});

test("a mask is blank until something is entered or selected in it", () => {
  const blank = emptyMask({ id: "k1", now: 5, lang: "ar", modelConfig: usualSettings });
  const written = (content: string) => [sampleMessage({ id: "p", content })];
  const changes = [
    { name: "Tide" },
    { description: "Counts waves" },
    { avatar: "1f603" },
    { context: written("Be kind.") },
    { plugin: ["a"] },
    { syncGlobalConfig: false },
    { hideContext: true },
    { toolsAsText: true },
    { webSearch: true },
    { knowledge: "stored:a" },
    { enableArtifacts: false },
    { enableCodeFold: false },
  ];
  expect(isBlank(blank)).toBe(true);
  expect(isBlank({ ...blank, name: " ", context: written(""), hideContext: false })).toBe(true);
  expect(changes.map((change) => isBlank({ ...blank, ...change }))).toEqual(changes.map(() => false));
});
