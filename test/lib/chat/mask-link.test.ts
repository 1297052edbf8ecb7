import fc from "fast-check";
import type { Mask } from "@/lib/chat/mask";
import { changedSettings, type MaskLink, maskLink, maskOfLink, readMaskLink } from "@/lib/chat/mask-link";
import type { Role } from "@/lib/chat/message";
import { sampleMessage, usualSettings } from "../../support/chat-samples";
import { sampleMask } from "../../support/mask-samples";

const given = { newId: () => "new", now: 7, global: usualSettings };

const encoded = (value: unknown) => `1.${Buffer.from(JSON.stringify(value)).toString("base64url")}`;

const masks: fc.Arbitrary<Mask> = fc
  .record({
    name: fc.string({ unit: "grapheme", maxLength: 40 }),
    avatar: fc.constantFrom("gpt-bot", "1f30a", "1f468-200d-1f373"),
    lang: fc.constantFrom("en", "cn", "ar"),
    context: fc.array(
      fc.record({
        role: fc.constantFrom<Role>("system", "user", "assistant"),
        content: fc.string({ unit: "grapheme" }),
      }),
    ),
    description: fc.string({ unit: "grapheme", minLength: 1 }),
    hideContext: fc.option(fc.boolean(), { nil: undefined }),
    enableArtifacts: fc.option(fc.boolean(), { nil: undefined }),
    enableCodeFold: fc.option(fc.boolean(), { nil: undefined }),
    syncGlobalConfig: fc.boolean(),
    temperature: fc.constantFrom(0, 0.5, 2),
    model: fc.string({ unit: "grapheme", maxLength: 20 }),
  })
  .map(({ context, temperature, model, syncGlobalConfig, hideContext, enableArtifacts, enableCodeFold, ...rest }) => ({
    ...sampleMask({ id: "new", createdAt: 7 }),
    ...rest,
    context: context.map((prompt) => ({ id: "new", date: 7, ...prompt })),
    syncGlobalConfig,
    modelConfig: syncGlobalConfig ? usualSettings : { ...usualSettings, temperature, model },
    ...(hideContext === undefined ? {} : { hideContext }),
    ...(enableArtifacts === undefined ? {} : { enableArtifacts }),
    ...(enableCodeFold === undefined ? {} : { enableCodeFold }),
  }));

test("a link gives the same mask", () => {
  fc.assert(
    fc.property(masks, (mask) => {
      const read = readMaskLink(maskLink(mask) ?? "");
      expect(read.kind === "mask" && maskOfLink(read.mask, given)).toEqual(mask);
    }),
  );
});

test("a link only has URL-safe characters", () => {
  fc.assert(fc.property(masks, (mask) => expect(maskLink(mask)).toMatch(/^1\.[\w-]+$/)));
});

test("skips plugins, images and device data @I8.5", () => {
  const context = [
    sampleMessage({
      id: "p",
      content: [
        { type: "text", text: "Look." },
        { type: "image_url", image_url: { url: "stored:1" } },
      ],
    }),
  ];
  const link = maskLink(sampleMask({ id: "secret-id", plugin: ["tool"], context })) ?? "";
  expect(readMaskLink(link)).toEqual({
    kind: "mask",
    mask: {
      name: "secret-id",
      avatar: "gpt-bot",
      lang: "en",
      context: [{ role: "user", content: "Look." }],
      syncGlobalConfig: true,
    },
  });
});

test("a mask that is too long gets no link, and such a link is rejected", () => {
  const long = (length: number) =>
    maskLink(sampleMask({ id: "a", context: [sampleMessage({ id: "p", content: "x".repeat(length) })] }));
  expect(long(40_000)).toEqual(expect.any(String));
  expect(long(50_000)).toBeUndefined();
  expect(readMaskLink(encoded({ n: "x".repeat(50_000) }))).toEqual({ kind: "broken" });
});

test.each(["100003", "en-code-reviewer", "V1StGXR8_Z5jdHi6B-myT", "nextchat:mask:0a1b"])("%s names a mask", (id) => {
  expect(readMaskLink(id)).toEqual({ kind: "id", id });
});

test.each<[string, string]>([
  ["an empty text", ""],
  ["an id without end", "x".repeat(201)],
  ["another version", encoded({ n: "a" }).replace("1.", "2.")],
  ["no base64", "1.%%%"],
  ["no UTF-8", `1.${Buffer.from([0x22, 0xff, 0x22]).toString("base64url")}`],
  ["no JSON", `1.${Buffer.from("{").toString("base64url")}`],
  ["a list", encoded([1])],
  ["no name", encoded({})],
  ["a number for a name", encoded({ n: 7 })],
  ["another role", encoded({ n: "a", c: [["x", "text"]] })],
  ["a prompt with extra items", encoded({ n: "a", c: [["s", "text", "more"]] })],
  ["an avatar that is an address", encoded({ n: "a", a: "https://evil.test/a.png" })],
  ["settings in depth", encoded({ n: "a", m: { model: { deep: true } } })],
  ["deep nesting", `1.${Buffer.from("[".repeat(30_000)).toString("base64url")}`],
])("rejects a link with %s", (_name, text) => {
  expect(readMaskLink(text)).toEqual({ kind: "broken" } satisfies MaskLink);
});

test("only reads settings of model calls, within their limits", () => {
  const text = `{"n":"a","m":{"temperature":99,"max_tokens":-1,"apiKey":"sk","openaiUrl":"https://evil.test"},"plugin":["x"]}`;
  const read = readMaskLink(`1.${Buffer.from(text.replace("}", ',"__proto__":"x"}')).toString("base64url")}`);
  expect(read.kind === "mask" && read.mask).toEqual({
    name: "a",
    avatar: "gpt-bot",
    lang: "en",
    context: [],
    syncGlobalConfig: false,
    modelConfig: { ...usualSettings, temperature: 2, max_tokens: 0 },
  });
});

test("reading never throws, whatever the text", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((json) => encoded(JSON.parse(json))),
      ),
      (text) => {
        expect(["mask", "id", "broken"]).toContain(readMaskLink(text).kind);
      },
    ),
  );
});

test("lists the settings that differ from the defaults", () => {
  expect(changedSettings({ ...usualSettings, temperature: 1, model: "gpt-5" })).toEqual({
    temperature: 1,
    model: "gpt-5",
  });
});

test("lists the settings that differ from those of the user", () => {
  const user = { ...usualSettings, temperature: 1 };
  expect(changedSettings({ ...user, top_p: 0.5 }, user)).toEqual({ top_p: 0.5 });
  expect(changedSettings(usualSettings, user)).toEqual({ temperature: usualSettings.temperature });
});
