import { isWebAddress, readDataUrl } from "@/lib/providers/codecs/data-url";

test.each([
  ["data:image/png;base64,AAAA", { mime: "image/png", base64: "AAAA" }],
  ["data:image/svg+xml;charset=utf-8;base64,AA==", { mime: "image/svg+xml", base64: "AA==" }],
  ["DATA:IMAGE/JPEG;BASE64,AAAA", { mime: "image/jpeg", base64: "AAAA" }],
])("parses %s", (url, parts) => {
  expect(readDataUrl(url)).toEqual(parts);
});

test.each(["", "data:", "data:,hello", "data:text/plain,hello", "data:;base64,AAAA", "https://images.test/1.png,"])(
  "%p does not contain base64 of a known type",
  (url) => {
    expect(readDataUrl(url)).toBeUndefined();
  },
);

test.each([
  ["https://images.test/1.png", true],
  ["HTTP://images.test/1.png", true],
  ["blob:https://parley.test/1", false],
  ["/cache/1.png", false],
])("whether %s is a web address: %p", (url, isOne) => {
  expect(isWebAddress(url)).toBe(isOne);
});
