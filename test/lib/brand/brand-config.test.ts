import { textIn } from "@/lib/brand/brand";
import { brandFields, readBrandConfig } from "@/lib/brand/brand-config";
import { exampleBrand } from "../../support/docs-pages";

test("an empty brand changes nothing", () => {
  expect(readBrandConfig({})).toEqual({ changes: {}, problems: [] });
});

test("another brand can replace every setting", () => {
  const config = {
    name: "Harbour ",
    tagline: { "": "Talk to all", ar: "تحدث" },
    logo: "/harbour.svg",
    icon: "data:image/svg+xml,%3Csvg/%3E",
    maskableIcon: "https://harbour.test/masked.png",
    accent: "#1D93AB",
    radius: 0,
    font: { family: "Harbour Sans", src: "/harbour.woff2" },
    links: { project: "https://harbour.test", issues: "", hostedService: "http://hosted.test/" },
    announcement: { text: { de: "Sonntags geschlossen" }, link: "https://harbour.test/news" },
    hidden: ["images", "voice"],
    masks: "https://harbour.test/masks.json",
    prompts: { en: [["Weather", "What does the sea say?"]] },
    updates: { kind: "date", feed: "https://harbour.test/commits", page: "" },
    emojiImages: "https://emoji.test/{code}.png",
    mcpRegistry: "https://registry.test/servers",
  };
  expect(readBrandConfig(config)).toEqual({ changes: { ...config, name: "Harbour" }, problems: [] });
});

test("the documentation's example is valid and has every field", () => {
  expect(readBrandConfig(exampleBrand)).toEqual({ changes: exampleBrand, problems: [] });
  expect(Object.keys(exampleBrand)).toEqual(brandFields);
});

test("a missing value of a group is empty, and a plain text is used for all languages", () => {
  const { changes } = readBrandConfig({ tagline: "Talk to all", links: { issues: "https://harbour.test" } });
  expect(changes).toEqual({
    tagline: { "": "Talk to all" },
    links: { project: "", issues: "https://harbour.test", hostedService: "" },
  });
});

test.each([
  ["a list", [], "", "must be an object"],
  ["null", null, "", "must be an object"],
  ["an unknown field", { nmae: "Harbour" }, "nmae", "is an unknown field"],
  ["an Object.prototype property", { constructor: 1 }, "constructor", "is an unknown field"],
  ["an empty name", { name: " " }, "name", "must be a line of text"],
  ["a name that is a number", { name: 7 }, "name", "must be a line of text"],
  ["a tagline that is a list", { tagline: ["a"] }, "tagline", "must be a line of text, or one for each language"],
  ["a colour's name", { accent: "olive" }, "accent", "must be a colour such as #566917, or empty"],
  ["a colour with trailing text", { accent: "#fff;}" }, "accent", "must be a colour such as #566917, or empty"],
  ["a radius of another unit", { radius: "6px" }, "radius", "must be a whole number from 0 to 16"],
  ["a radius beyond all", { radius: 17 }, "radius", "must be a whole number from 0 to 16"],
  ["half a pixel", { radius: 0.5 }, "radius", "must be a whole number from 0 to 16"],
  [
    "another host's path",
    { logo: "//x.test" },
    "logo",
    "must be an address with https:// or data:image/, a path such as /logo.svg, or empty",
  ],
  [
    "an address that is code",
    { links: { project: "https://a.test", issues: "javascript:alert(1)" } },
    "links.issues",
    "must be an address with https://, or empty",
  ],
  ["a word in a list", { tagline: { ar: ["a"] } }, "tagline", "must be a line of text, or one for each language"],
  ["a tagline of no language", { tagline: { arabic: "a" } }, "tagline.arabic", "must be the code of a language"],
  ["a font with trailing text", { font: { family: 'a"; }' } }, "font.family", "must be the name of a font"],
  [
    "an unknown feature",
    { hidden: ["images", "chats"] },
    "hidden.1",
    "must be one of images, masks, mcp, plugins, search, sync, voice",
  ],
  [
    "masks in a list",
    { masks: [] },
    "masks",
    "must be an address with https://, a path such as /harbour.json, or what the file would hold",
  ],
  ["links in a list", { links: [] }, "links", "must be an object"],
  ["an unknown link", { links: { isues: "https://a.test" } }, "links.isues", "is an unknown field"],
  ["another kind of feed", { updates: { kind: "release" } }, "updates.kind", "must be tag or date"],
])("reports the field of %s and uses the others", (_name, config, field, reason) => {
  const rest = config && !Array.isArray(config) ? { mcpRegistry: "https://registry.test" } : {};
  const given = Array.isArray(config) || config === null ? config : { ...config, ...rest };
  expect(readBrandConfig(given)).toEqual({ changes: rest, problems: [{ field, reason }] });
});

test("a text is in the user's language, or else the default for all others", () => {
  const words = { "": "Talk to all", ar: "تحدث" };
  expect([textIn(words, "ar"), textIn(words, "de"), textIn({ ar: "تحدث" }, "de")]).toEqual(["تحدث", "Talk to all", ""]);
});
