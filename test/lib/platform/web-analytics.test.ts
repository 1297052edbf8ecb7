import { countedUrl, mayCount } from "@/lib/platform/web-analytics";

test.each([
  ["https://chat.example/chat?id=a1b2&q=tides#x", "https://chat.example/chat"],
  ["https://chat.example/", "https://chat.example/"],
  ["https://chat.example/base/artifacts/0f3c9d", "https://chat.example/base/artifacts"],
  ["https://chat.example/artifacts/?id=0f3c9d", "https://chat.example/artifacts"],
  ["https://chat.example/search-chat?q=my+secret", "https://chat.example/search-chat"],
])("a visit of %s is counted as %s @L6.4", (url, counted) => {
  expect(countedUrl(url)).toBe(counted);
});

test.each([
  [{}, true],
  [{ doNotTrack: null }, true],
  [{ doNotTrack: "0", globalPrivacyControl: false }, true],
  [{ doNotTrack: "1" }, false],
  [{ globalPrivacyControl: true }, false],
])("a browser with %j may be counted: %s @L6.4", (signals, may) => {
  expect(mayCount(signals)).toBe(may);
});
