import { mediaKind, mediaTag } from "@/lib/markdown/media-kind";

test.each([
  ["https://tides.example/a.MP3?x=1", "audio"],
  ["https://tides.example/a.opus", "audio"],
  ["https://tides.example/a.webm#t=1", "video"],
  ["https://tides.example/a.png", undefined],
  ["https://tides.example/?file=a.mp3", undefined],
  ["a.mp3", undefined],
])("the media kind of %s is %s", (address, kind) => {
  expect(mediaKind(address)).toBe(kind);
});

test.each([
  ['<audio src="https://tides.example/a">', { kind: "audio", src: "https://tides.example/a" }],
  ["<VIDEO controls src='https://tides.example/a'></video>", { kind: "video", src: "https://tides.example/a" }],
  ['<video src="a"><img src=x onerror=1></video>', null],
  ["<audio controls>", null],
  ['<img src="a">', null],
])("parses a provider's tag %s: %j", (html, tag) => {
  expect(mediaTag(html)).toEqual(tag);
});
