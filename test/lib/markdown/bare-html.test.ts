import { fenceBareHtml } from "@/lib/markdown/bare-html";

test.each([
  [
    "Here:\n<!DOCTYPE html>\n<p>a</p>\n</html>\nDone.",
    "Here:\n\n\n~~~~~~~~html\n<!DOCTYPE html>\n<p>a</p>\n</html>\n~~~~~~~~\n\n\nDone.",
  ],
  ["<!doctype HTML><p>", "~~~~~~~~html\n<!doctype HTML><p>"],
  ["word<!doctype html>", "word\n\n~~~~~~~~html\n<!doctype html>"],
])("fences a bare HTML page: %j @R7.1", (text, fenced) => {
  expect(fenceBareHtml(text)).toBe(fenced);
});

test.each([
  "```html\n<!doctype html>\n</html>\n```",
  "~~~\n<!doctype html>",
  "`<!doctype html>` is the first line",
  "no page at all",
])("leaves code and text that is not a page unchanged: %j", (text) => {
  expect(fenceBareHtml(text)).toBe(text);
});
