import { decodePage, type PageAnswer, pageKind, readPageAnswer } from "@/lib/tools/app/page-answer";

const bytesOf = (text: string) => new TextEncoder().encode(text);
/** Bytes of a text whose characters are the bytes. */
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test("reads status, type, character set and content of an answer", async () => {
  const response = new Response("<p>x", { headers: { "content-type": 'Text/HTML; Charset="ISO-8859-1"' } });
  expect(await readPageAnswer(response, false)).toEqual({
    status: 200,
    type: "text/html",
    charset: "ISO-8859-1",
    bytes: bytesOf("<p>x"),
    isCut: false,
    isRelayed: false,
  });
});

test("reads 2 MB at most", async () => {
  const exact = await readPageAnswer(new Response("a".repeat(2_000_000)), true);
  expect([exact.bytes.length, exact.isCut]).toEqual([2_000_000, false]);
  const longer = await readPageAnswer(new Response("a".repeat(2_000_001)), true);
  expect([longer.bytes.length, longer.isCut]).toEqual([2_000_000, true]);
});

test("does not read images", async () => {
  const response = new Response("x", { headers: { "content-type": "image/png" } });
  expect(await readPageAnswer(response, false)).toEqual({
    status: 200,
    type: "image/png",
    bytes: new Uint8Array(),
    isCut: false,
    isRelayed: false,
  });
});

test.each([
  ["text/html", "", false, "html"],
  ["application/xhtml+xml", "", false, "html"],
  ["text/plain", "<!doctype html><p>x", false, "text"],
  ["text/plain", "\n<!-- a --><!DOCTYPE html><p>x", true, "html"],
  ["text/plain", "<?xml version='1.0'?><feed/>", true, "text"],
  ["text/markdown", "# x", false, "text"],
  ["application/json", "{}", true, "text"],
  ["application/ld+json", "{}", false, "text"],
  ["application/pdf", "", false, "pdf"],
  ["application/octet-stream", "%PDF-1.7 \0", true, "pdf"],
  ["application/octet-stream", "PK\0", true, "other"],
  ["", "<html>", false, "html"],
  ["", "words", false, "text"],
  ["image/png", "", false, "other"],
])("takes %s with the content %j (relayed: %s) for %s", (type, content, isRelayed, kind) => {
  const answer: PageAnswer = { status: 200, type, bytes: bytesOf(content), isCut: false, isRelayed };
  expect(pageKind(answer)).toBe(kind);
});

test.each([
  ["UTF-8 without a label", bytesOf("Größe"), undefined, "Größe"],
  ["the label of the server", latin("Gr\xf6\xdfe"), "iso-8859-1", "Größe"],
  ["an unknown label, then UTF-8", bytesOf("Größe"), "x-none", "Größe"],
  ["a byte order mark before the label", latin("\xef\xbb\xbfGr\xc3\xb6"), "iso-8859-1", "Grö"],
  ["UTF-16 with a mark", latin("\xff\xfeA\0\xf6\0"), undefined, "Aö"],
  ["Shift JIS", latin("\x93\xfa\x96\x7b"), "shift_jis", "日本"],
])("decodes %s", (_name, bytes, charset, text) => {
  expect(decodePage({ bytes, ...(charset && { charset }) }, false)).toBe(text);
});

test.each([
  ['<meta charset="windows-1251">', "\xcf\xf0\xe8\xe2\xe5\xf2", "Привет"],
  ["<meta http-equiv='Content-Type' content='text/html; charset=gbk'>", "\xc4\xe3\xba\xc3", "你好"],
  ["<meta charset=utf-16>", "\xc3\xb6", "ö"],
  ["<meta charset=none>", "\xc3\xb6", "ö"],
])("decodes HTML by its element %s", (meta, content, text) => {
  expect(decodePage({ bytes: latin(meta + content) }, true)).toBe(meta + text);
});
