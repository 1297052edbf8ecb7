import fc from "fast-check";
import { estimateMessageTokens, estimateTokens } from "@/lib/chat/token-estimate";

test.each([
  ["", 0],
  ["abcd", 1],
  ["Hello", 1.25],
  ["1234", 2],
  ["   ", 1.5],
  ["你好", 3],
  ["café", 2.25],
  // The borders of the quarter: A to z, with what stands between the cases.
  ["@", 0.5],
  ["A", 0.25],
  ["Z[\\]^_`a", 2],
  ["z", 0.25],
  ["{", 0.5],
  ["\u007f", 0.5],
  ["\u0080", 1.5],
  // A character beyond the basic plane is two code units.
  ["😀", 3],
])("the estimate of %j is %p", (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test("the estimate of two texts together is the sum of both estimates", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, other) => {
      expect(estimateTokens(one + other)).toBe(estimateTokens(one) + estimateTokens(other));
    }),
  );
});

const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;

test.each([
  ["text", "abcd", 1],
  ["a text part", [{ type: "text", text: "abcd" } as const], 1],
  ["an image alone", [image], 1000],
  ["text with two images", [{ type: "text", text: "abcd" } as const, image, image], 2001],
  ["nothing", [], 0],
])("a message of %s is estimated with its images", (_name, content, tokens) => {
  expect(estimateMessageTokens({ content })).toBe(tokens);
});
