import { emojiGlyph } from "@/components/ui/emoji-glyph";

test.each([
  ["1f603", "😃"],
  ["2699-fe0f", "⚙️"],
  ["1F468-200d-1f4bb", "👨‍💻"],
  ["gpt-bot", ""],
  ["", ""],
  ["😃", ""],
  ["ffffff", ""],
])("the code %p is the glyph %p", (code, glyph) => {
  expect(emojiGlyph(code)).toBe(glyph);
});
