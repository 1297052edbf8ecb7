import { maskCategories } from "@/lib/chat/mask-categories";
import { messageSchema } from "@/lib/chat/message-schema";
import { modelSettings } from "@/lib/chat/model-settings";
import { starterMasks } from "@/lib/chat/starter-masks";
import { readFields } from "@/lib/fields/fields";
import * as z from "@/lib/zod";
import masks from "@/public/masks.json";
import { simplified, strangersTo, traditional } from "../support/chinese-characters";

const languages = ["cn", "tw", "en"] as const;
const all = languages.flatMap((language) => masks[language].map((mask) => ({ ...mask, in: language })));
const firstTexts = (language: (typeof languages)[number]) => masks[language].map(({ context }) => context[0]?.content);

const text = z.string().check(z.trim(), z.minLength(1));
const rgiEmoji = "^\\p{RGI_Emoji}$";
const emoji = new RegExp(rgiEmoji, "v");

const schema = z.strictObject({
  slug: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  name: text,
  description: text,
  category: z.enum(maskCategories),
  avatar: z
    .string()
    .check(
      z.refine((code) => emoji.test(String.fromCodePoint(...code.split("-").map((part) => Number.parseInt(part, 16))))),
    ),
  lang: z.enum(languages),
  context: z.array(messageSchema).check(z.minLength(1)),
  modelConfig: z.record(z.string(), z.union([z.number(), z.boolean()])),
  syncGlobalConfig: z.literal(false),
  hideContext: z.boolean(),
  builtin: z.literal(true),
  createdAt: z.number(),
});

test.each(languages)("there are at least 30 masks in %s, each with a unique name", (language) => {
  const names = masks[language].map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(30);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(firstTexts(language)).size).toBe(names.length);
});

test.each(all.map((mask) => [mask.slug, mask] as const))("%s is complete", (slug, { in: language, ...mask }) => {
  expect(z.safeParse(schema, mask).error).toBeUndefined();
  expect(mask.lang).toBe(language);
  expect(slug.startsWith(`${language}-`)).toBe(true);
  expect(mask.context.map(({ id }) => id)).toEqual(mask.context.map((_, index) => `${slug}-${index}`));
  expect(mask.context.map(({ role }) => role)).toEqual(["system", "user", "assistant"].slice(0, mask.context.length));
  for (const { content, date } of mask.context) expect([content.trim(), date]).toEqual([content, ""]);
});

test.each([
  ["en", 40, 70],
  // A Chinese character says as much as two or three letters.
  ["cn", 12, 30],
  ["tw", 12, 30],
] as const)("each description in %s is one informative line of %d to %d characters", (language, least, most) => {
  const lines = masks[language].map(({ description }) => description);
  expect(lines.filter((line) => line.length < least || line.length > most)).toEqual([]);
  expect(lines.filter((line) => /^(You|I) |^(你|我)|[.。]$/.test(line))).toEqual([]);
  expect(new Set(lines).size).toBe(lines.length);
});

test.each(languages)("each category has at least three masks in %s", (language) => {
  const counts = maskCategories.map((name) => masks[language].filter(({ category }) => category === name).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
});

test.each(languages)("the starter masks in %s are among the built-in ones", (language) => {
  const found = starterMasks(language).map(({ slug }) => masks[language].find((mask) => mask.slug === slug));
  expect(found).toHaveLength(4);
  expect(found).toMatchObject(starterMasks(language));
  expect(new Set(found.map((mask) => mask?.category)).size).toBe(4);
});

test("other languages have the English starter masks", () => {
  expect(starterMasks("de")).toBe(starterMasks("en"));
});

test("no two masks share a slug, which links use", () => {
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length);
});

test("their settings are those of model calls, within their limits", () => {
  for (const { modelConfig } of all) expect(readFields(modelSettings, modelConfig)).toMatchObject(modelConfig);
});

test.each([
  ["cn", simplified],
  ["tw", traditional],
] as const)("%s is written in its script", (language, characters) => {
  expect(strangersTo(characters, JSON.stringify(masks[language]))).toEqual([]);
});
