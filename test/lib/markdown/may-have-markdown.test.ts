import { mayHaveMarkdown } from "@/lib/markdown/may-have-markdown";

test.each(["", "Hello", "Why do tides turn? At 6:12, I think!", "a - b (c) 3.5 {d}", "Two\nlines", "潮汐为什么迟到？"])(
  "%j is plain",
  (text) => {
    expect(mayHaveMarkdown(text)).toBe(false);
  },
);

test.each([
  "**bold**",
  "a_b",
  "`code`",
  "```\ncode",
  "# Title",
  "- item",
  "  + item",
  "1. item",
  "2) item",
  "> quote",
  "| a | b |",
  "$x^2$",
  "\\(x\\)",
  "[link](x)",
  "<b>",
  "Title\n===",
  "See https://example.com",
])("%j may have Markdown", (text) => {
  expect(mayHaveMarkdown(text)).toBe(true);
});
