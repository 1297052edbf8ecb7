import { readBuiltinMasks, withGlobalSettings } from "@/lib/chat/builtin-masks";
import { usualSettings } from "../../support/chat-samples";

const entry = (slug: string, more: object = {}) => ({ slug, name: slug.toUpperCase(), ...more });

test("sorts masks in the order cn, tw, en, whatever the order in the file, and finds them by name", () => {
  const file = { en: [entry("e")], cn: [entry("a"), entry("b")], tw: [entry("t")] };
  expect(readBuiltinMasks(file).map(({ id, slug, lang }) => [id, slug, lang])).toEqual([
    ["a", "a", "cn"],
    ["b", "b", "cn"],
    ["t", "t", "tw"],
    ["e", "e", "en"],
  ]);
});

test("skips an invalid entry", () => {
  const file = {
    cn: [{ name: "no slug" }, 7, entry("a")],
    tw: "none",
    en: [entry("e", { context: [{ role: "me" }], description: 7, category: "other" })],
  };
  const read = readBuiltinMasks(file);
  expect(read.map(({ id, slug, context }) => [id, slug, context])).toEqual([
    ["a", "a", []],
    ["e", "e", []],
  ]);
  expect(read.filter((mask) => "description" in mask || "category" in mask)).toEqual([]);
});

test.each([undefined, null, [], "text", 7, {}, { __proto__: { cn: [entry("a")] } }])(
  "reads no masks from %j",
  (file) => {
    expect(readBuiltinMasks(file)).toEqual([]);
  },
);

test("reads a complete entry, and drops settings that are not for model calls", () => {
  const file = {
    en: [
      entry("tutor", {
        avatar: "1f30a",
        description: "Estimates first",
        category: "learning",
        lang: "en",
        context: [{ role: "system", content: "Estimate first." }],
        modelConfig: { temperature: 9, apiKey: "x" },
        hideContext: true,
        createdAt: 5,
        builtin: false,
      }),
    ],
  };
  expect(readBuiltinMasks(file)).toEqual([
    {
      id: "tutor",
      slug: "tutor",
      name: "TUTOR",
      description: "Estimates first",
      category: "learning",
      avatar: "1f30a",
      lang: "en",
      createdAt: 5,
      context: [{ id: "tutor:0", date: 0, role: "system", content: "Estimate first." }],
      hideContext: true,
      ownSettings: { temperature: 2 },
      builtin: true,
      plugin: [],
    },
  ]);
});

test("the mask's settings override the global ones; a mask without settings follows the global ones", () => {
  const [plain, warm] = readBuiltinMasks({ en: [entry("a"), entry("b", { modelConfig: { temperature: 1 } })] });
  const global = { ...usualSettings, model: "gpt-5" };
  expect(plain && withGlobalSettings(plain, global)).toMatchObject({ syncGlobalConfig: true, modelConfig: global });
  const taken = warm && withGlobalSettings(warm, global);
  expect(taken).toMatchObject({ syncGlobalConfig: false, modelConfig: { ...global, temperature: 1 } });
  expect(taken).not.toHaveProperty("slug");
});
