import { pictureFacts } from "@/lib/media/picture-facts";
import { pngOf } from "@/test/support/png";

const bytes = (...pieces: readonly (string | readonly number[])[]) =>
  Uint8Array.from(
    Buffer.concat(
      pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece, "latin1") : Buffer.from(piece))),
    ),
  );

const ispe = (width: number, height: number) =>
  bytes([0, 0, 0, 20], "ispe", [0, 0, 0, 0, 0, 0, 0, width, 0, 0, 0, height]);

test.each([
  ["a PNG", Uint8Array.from(pngOf(24, 16, [1, 2, 3])), { type: "image/png", width: 24, height: 16 }],
  ["a GIF", bytes("GIF89a", [0x40, 1, 0xc8, 0]), { type: "image/gif", width: 320, height: 200 }],
  [
    "a JPEG, behind what a camera writes",
    bytes([0xff, 0xd8, 0xff, 0xe1, 0, 4, 9, 9], [0xff, 0xc2, 0, 17, 8, 0x0b, 0xb8, 0x0f, 0xa0, 3, 1]),
    { type: "image/jpeg", width: 4000, height: 3000 },
  ],
  ["a JPEG that ends early", bytes([0xff, 0xd8, 0xff, 0xe0]), { type: "image/jpeg" }],
  [
    "an animated WebP",
    bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 2, 0, 0, 0], [0x3f, 1, 0], [0xc7, 0, 0]),
    { type: "image/webp", width: 320, height: 200 },
  ],
  [
    "a WebP without loss",
    bytes("RIFF", [0, 0, 0, 0], "WEBPVP8L", [0, 0, 0, 0, 0x2f], [0x3f, 0xc1, 0x31, 0], [0, 0, 0, 0, 0]),
    { type: "image/webp", width: 320, height: 200 },
  ],
  [
    "a WebP",
    bytes("RIFF", [0, 0, 0, 0], "WEBPVP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a], [0x40, 1, 0xc8, 0]),
    { type: "image/webp", width: 320, height: 200 },
  ],
  [
    "an AVIF",
    bytes([0, 0, 0, 20], "ftypavif", [0, 0, 0, 0], "mif1", [...ispe(9, 7)]),
    { type: "image/avif", width: 9, height: 7 },
  ],
  [
    "a HEIC, whose tiles are smaller than it is",
    bytes([0, 0, 0, 20], "ftypheic", [0, 0, 0, 0], "mif1", [...ispe(5, 5)], [...ispe(40, 30)], [...ispe(6, 6)]),
    { type: "image/heic", width: 40, height: 30 },
  ],
  ["a broken HEIC", bytes([0, 0, 0, 20], "ftypheic"), { type: "image/heic" }],
])("reads the type and size of %s", (_name, head, facts) => {
  expect(pictureFacts(head)).toEqual(facts);
});

test.each([
  ["a text that is called .png", bytes("This is no picture.")],
  ["an SVG", bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ["a film", bytes([0, 0, 0, 20], "ftypisom", [0, 0, 0, 0], "mp42")],
  ["a sound", bytes("RIFF", [0, 0, 0, 0], "WAVEfmt ")],
  ["nothing", new Uint8Array()],
])("does not recognize %s as an image", (_name, head) => {
  expect(pictureFacts(head)).toBeUndefined();
});
