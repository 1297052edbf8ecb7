import { maskedKey } from "@/lib/links/masked-key";

test.each([
  ["", "••••••••"],
  ["sk-short", "••••••••"],
  ["sk-123456789012", "••••••••"],
  ["sk-1234567890abcd", "sk-••••abcd"],
])("of %j no more is shown than its owner needs", (key, shown) => {
  expect(maskedKey(key)).toBe(shown);
});
