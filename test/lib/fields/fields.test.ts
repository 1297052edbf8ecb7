import { choice, endpoint, number, range, readFields, secret, text, toggle } from "@/lib/fields/fields";

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

test.each([undefined, null, 7, "text", [], () => 1])("uses the default of every field for %p", (input) => {
  expect(readFields(fields, input)).toEqual(defaults);
});

test("keeps valid values, replaces invalid ones with the default, clamps numbers, trims keys and drops unknown keys", () => {
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
])("parses the font size %p as %p", (input, expected) => {
  expect(fields.fontSize.read(input)).toBe(expected);
});

test.each([
  [0.5, 1],
  [-0.4, 0],
  [1024.2, 1024],
  [600_000.5, 512_000],
])("rounds %p tokens to a whole number: %p", (input, expected) => {
  expect(fields.tokens.read(input)).toBe(expected);
});

test("does not take a property of the prototype as a value", () => {
  expect(readFields({ toString: text({ section: "x" }) }, {})).toEqual({ toString: "" });
});
