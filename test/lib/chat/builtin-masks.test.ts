import { readBuiltinMasks, withGlobalSettings } from "@/lib/chat/builtin-masks";
import { usualSettings } from "../../support/chat-samples";

const entry = (slug: string, more: object = {}) => ({ slug, name: slug.toUpperCase(), ...more });

test("masks are in the order cn, tw, en, whatever the order in the file, and are found by name", () => {
  const file = { en: [entry("e")], cn: [entry("a"), entry("b")], tw: [entry("t")] };
  expect(readBuiltinMasks(file).map(({ id, slug, lang }) => [id, slug, lang])).toEqual([
    ["a", "a", "cn"],
    ["b", "b", "cn"],
    ["t", "t", "tw"],
    ["e", "e", "en"],
  ]);
});

test("an entry that does not fit is skipped", () => {
  const file = {
    cn: [{ name: "no slug" }, 7, entry("a")],
    tw: "none",
    en: [entry("e", { context: [{ role: "me" }] })],
  };
  expect(readBuiltinMasks(file).map(({ id, slug, context }) => [id, slug, context])).toEqual([
    ["a", "a", []],
    ["e", "e", []],
  ]);
});

test.each([undefined, null, [], "text", 7, {}, { __proto__: { cn: [entry("a")] } }])("%j has no masks", (file) => {
  expect(readBuiltinMasks(file)).toEqual([]);
});

test("a whole entry is read; settings that no model call has are left out", () => {
  const file = {
    en: [
      entry("tutor", {
        avatar: "1f30a",
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

test("the mask's settings override the global ones; without any it follows the global ones", () => {
  const [plain, warm] = readBuiltinMasks({ en: [entry("a"), entry("b", { modelConfig: { temperature: 1 } })] });
  const global = { ...usualSettings, model: "gpt-5" };
  expect(plain && withGlobalSettings(plain, global)).toMatchObject({ syncGlobalConfig: true, modelConfig: global });
  const taken = warm && withGlobalSettings(warm, global);
  expect(taken).toMatchObject({ syncGlobalConfig: false, modelConfig: { ...global, temperature: 1 } });
  expect(taken).not.toHaveProperty("slug");
});
