import { maskedKey } from "@/lib/links/masked-key";

test.each([
  ["", "••••••••"],
  ["sk-short", "••••••••"],
  ["sk-123456789012", "••••••••"],
  ["sk-1234567890abcd", "sk-••••abcd"],
])("masks %j and shows enough for its owner to recognize it", (key, shown) => {
  expect(maskedKey(key)).toBe(shown);
});
