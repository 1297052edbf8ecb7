import { hasScript, previewKind } from "@/components/markdown/preview-kind";

test.each([
  ["<p>a</p>", "html", "page"],
  ["<p>a</p>", "HTML", "page"],
  ["<svg></svg>", "svg", "page"],
  ["\n<!DOCTYPE html><p>", "", "page"],
  ['<?xml version="1.0"?>\n<svg>', "xml", "page"],
  ["graph TD", "Mermaid", "diagram"],
  ["<?xml version='1.0'?><data/>", "xml", null],
  ["<div>a</div>", "jsx", null],
  ["const a = '<svg>';", "ts", null],
])("%j written as %j shows: %s", (code, language, kind) => {
  expect(previewKind(code, language)).toBe(kind);
});

test.each([
  ["<script>1</script>", true],
  ["<SCRIPT src=a>", true],
  ["<a href='JavaScript:1'>", true],
  ["<b onclick = '1'>", true],
  ["<p>He plays on = stage</p>", false],
  ["<style>p{}</style><p>a</p>", false],
])("whether %j runs by itself: %s", (code, expected) => {
  expect(hasScript(code)).toBe(expected);
});
