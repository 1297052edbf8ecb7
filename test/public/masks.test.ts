import * as v from "valibot";
import { messageSchema } from "@/lib/chat/message";
import { modelSettings } from "@/lib/chat/model-settings";
import { readFields } from "@/lib/fields/fields";
import masks from "@/public/masks.json";
import { simplified, strangersTo, traditional } from "../support/chinese-characters";

const languages = ["cn", "tw", "en"] as const;
const all = languages.flatMap((language) => masks[language].map((mask) => ({ ...mask, in: language })));
const firstTexts = (language: (typeof languages)[number]) => masks[language].map(({ context }) => context[0]?.content);

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const rgiEmoji = "^\\p{RGI_Emoji}$";
const emoji = new RegExp(rgiEmoji, "v");

const schema = v.strictObject({
  slug: v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  name: text,
  avatar: v.pipe(
    v.string(),
    v.check((code) => emoji.test(String.fromCodePoint(...code.split("-").map((part) => Number.parseInt(part, 16))))),
  ),
  lang: v.picklist(languages),
  context: v.pipe(v.array(messageSchema), v.nonEmpty()),
  modelConfig: v.record(v.string(), v.union([v.number(), v.boolean()])),
  syncGlobalConfig: v.literal(false),
  hideContext: v.boolean(),
  builtin: v.literal(true),
  createdAt: v.number(),
});

test.each(languages)("there are at least 30 masks in %s, each with a unique name", (language) => {
  const names = masks[language].map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(30);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(firstTexts(language)).size).toBe(names.length);
});

test.each(all.map((mask) => [mask.slug, mask] as const))("%s is whole", (slug, { in: language, ...mask }) => {
  expect(v.safeParse(schema, mask).issues).toBeUndefined();
  expect(mask.lang).toBe(language);
  expect(slug.startsWith(`${language}-`)).toBe(true);
  expect(mask.context.map(({ id }) => id)).toEqual(mask.context.map((_, index) => `${slug}-${index}`));
  expect(mask.context.map(({ role }) => role)).toEqual(["system", "user", "assistant"].slice(0, mask.context.length));
  for (const { content, date } of mask.context) expect([content.trim(), date]).toEqual([content, ""]);
});

test("no two masks share a slug, by which links refer to them", () => {
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length);
});

test("their settings are those of a model call, within their bounds", () => {
  for (const { modelConfig } of all) expect(readFields(modelSettings, modelConfig)).toMatchObject(modelConfig);
});

test.each([
  ["cn", simplified],
  ["tw", traditional],
] as const)("%s is written in its own characters", (language, characters) => {
  expect(strangersTo(characters, JSON.stringify(masks[language]))).toEqual([]);
});
