import { comparedCharacter, joinBrokenWords, withAccents } from "@/lib/documents/whole-words";

test.each([
  ["Schr¨odinger, Erd˝os, Poincar´e and ˚Angstr¨om", "Schrödinger, Erdős, Poincaré and Ångström"],
  ["d´ej`a vu, fa¸cade, na¨\u0131ve, \u02c6\u0237", "déjà vu, façade, naïve, ĵ"],
  ["5 ´ 3, ¨ alone, ´t, `export`", "5 ´ 3, ¨ alone, ´t, `export`"],
  ["\u0088 first\n\u0088 second", "• first\n• second"],
])("letters of TeX get their accents: %s", (apart, whole) => {
  expect(withAccents(apart)).toBe(whole);
});

test.each([
  ["a word", "It communi-\ncates well.\nEnd", "It communicates\nwell.\nEnd"],
  ["a soft hyphen", "Hafen\u00ad\nmeister, heute", "Hafenmeister,\nheute"],
  ["an opening mark and an apostrophe", "(l\u2019ad\u2010\nministration)", "(l\u2019administration)"],
  ["the end of the text", "recommen-\ndations.", "recommendations."],
  ["a line of its own", "exam-\nple\nnext", "example\nnext"],
  ["a word on three lines", "Donau-\ndampf-\nschiff. Ende", "Donaudampfschiff.\nEnde"],
  [
    "a hyphen that the page has elsewhere",
    "A well-known pier, a well-\nknown quay",
    "A well-known pier, a well-known\nquay",
  ],
  ["two words of the page", "High tide, best quality, high-\nquality", "High tide, best quality, high-quality"],
  ["a compound of a name in capitals", "eine EU-\nweite Regel", "eine EU-weite\nRegel"],
  ["a token that is not a word", "see docs/read-\nme.txt now", "see docs/read-me.txt\nnow"],
])("a hyphen at the end of a line: %s", (_name, broken, joined) => {
  expect(joinBrokenWords(broken)).toBe(joined);
});

test.each([
  "Vor-\nund Nachteile",
  "Müller-\nStraße",
  "3-\n5",
  "- \nitem",
  "-\nitem",
  "a dash -\nthen more",
  "end-\n\nof",
])("these lines stay: %j", (text) => {
  expect(joinBrokenWords(text)).toBe(text);
});

test("a token of many digits is searched for letters once", () => {
  const token = `a${"1".repeat(80_000)}a`;
  expect(joinBrokenWords(`ab-\ncd\n${token}`)).toBe(`abcd\n${token}`);
});

test("long tokens without spaces are no words", () => {
  const token = "x".repeat(500_000);
  expect(joinBrokenWords(`${token}-\n${token}\n${token}`)).toBe(`${token}-\n${token}\n${token}`);
});

test("accents, hyphens and spaces are not compared", () => {
  const compared = (text: string) => [...text].map(comparedCharacter).join("");
  expect(compared("Schr¨o-\ndinger, na¨\u0131ve 潮位 한국")).toBe(compared("Schrödinger, naïve 潮位 한국"));
  expect(compared("A-b\u00adc É\u0088가")).toBe("AbcE•가");
});
