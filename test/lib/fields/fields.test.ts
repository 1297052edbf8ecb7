import { choice, endpoint, number, range, readField, readFields, secret, text, toggle } from "@/lib/fields/fields";

const fields = {
  theme: choice({ section: "general", default: "auto", options: ["auto", "dark", "light"] }),
  fontSize: range({ section: "reading", default: 14, min: 12, max: 40 }),
  tokens: number({ section: "model", default: 4000, min: 0, max: 512_000 }),
  tight: toggle({ section: "general", default: false }),
  font: text({ section: "reading" }),
  url: endpoint("https://api.example.com", "EXAMPLE_URL"),
  apiKey: secret("EXAMPLE_KEY"),
};
const defaults = { theme: "auto", fontSize: 14, tokens: 4000, tight: false, font: "", url: "", apiKey: "" };

test.each([undefined, null, 7, "text", [], () => 1])("from %p every field takes its default", (input) => {
  expect(readFields(fields, input)).toEqual(defaults);
});

test("good values are kept, broken ones become the default, numbers are clamped, a key is trimmed, text stays as typed, unknown keys go", () => {
  const input = {
    theme: "dark",
    fontSize: 400,
    tokens: -5,
    tight: "yes",
    font: "  Inter ",
    url: 7,
    apiKey: " k ",
    x: 1,
  };
  expect(readFields(fields, input)).toEqual({
    theme: "dark",
    fontSize: 40,
    tokens: 0,
    tight: false,
    font: "  Inter ",
    url: "",
    apiKey: "k",
  });
});

test.each([
  [Number.NaN, 14],
  [Number.POSITIVE_INFINITY, 14],
  ["16", 14],
  [12.5, 12.5],
  [11, 12],
])("the font size %p is read as %p", (input, expected) => {
  expect(readField(fields.fontSize, input)).toBe(expected);
});

test.each([
  [0.5, 1],
  [-0.4, 0],
  [1024.2, 1024],
  [600_000.5, 512_000],
])("of %p tokens a whole number is kept: %p", (input, expected) => {
  expect(readField(fields.tokens, input)).toBe(expected);
});

test("a key of the prototype is not taken for a value", () => {
  expect(readFields({ toString: text({ section: "x" }) }, {})).toEqual({ toString: "" });
});
