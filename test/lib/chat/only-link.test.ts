import { onlyLink } from "@/lib/chat/only-link";

test.each([
  ["Summarize https://example.com/a?b=1#c.", "https://example.com/a?b=1#c"],
  ["HTTP://Example.com", "HTTP://Example.com"],
  ["See (https://example.com/a), please", "https://example.com/a"],
  ["[a](https://example.com/b)", "https://example.com/b"],
  ["https://example.com/a_(b)", "https://example.com/a_(b)"],
  ["<https://example.com/>", "https://example.com/"],
  ["请总结 https://example.com/页。", "https://example.com/页"],
  ["https://example.com/ and https://example.com/ again", "https://example.com/"],
  ["https://example.com/a https://example.com/b", undefined],
  ["ftp://example.com example.com", undefined],
  ["https://", undefined],
  ["", undefined],
])("of %j, the only link is %j", (text, link) => {
  expect(onlyLink(text)).toBe(link);
});
