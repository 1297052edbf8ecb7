import { Blob as NodeBlob } from "node:buffer";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { isMask, isMaskFile, markAsMask, withoutMasks } from "@/lib/chat/image-mask";
import { pngOf } from "@/test/support/png";

Object.assign(globalThis, { Blob: NodeBlob });

const urlOf = async (file: Blob) => `data:image/png;base64,${Buffer.from(await file.arrayBuffer()).toString("base64")}`;

test("a marked image is recognized by its address and by its file, whatever its size", async () => {
  const side = fc.integer({ min: 1, max: 40 });
  await fc.assert(
    fc.asyncProperty(side, side, async (width, height) => {
      const plain = new Blob([new Uint8Array(pngOf(width, height, [7, 8, 9]))], { type: "image/png" });
      const marked = markAsMask(plain);
      expect(marked.type).toBe("image/png");
      expect([isMask(await urlOf(plain)), await isMaskFile(plain)]).toEqual([false, false]);
      expect([isMask(await urlOf(marked)), await isMaskFile(marked)]).toEqual([true, true]);
    }),
    { numRuns: 30 },
  );
});

test("the mark is one whole comment of the PNG file, and nothing else changes", async () => {
  const plain = pngOf(5, 4, [7, 8, 9]);
  const marked = Buffer.from(await markAsMask(new Blob([new Uint8Array(plain)])).arrayBuffer());
  const length = marked.readUInt32BE(33);
  const end = 33 + length + 12;
  expect(marked.toString("latin1", 37, 41 + length)).toBe("tEXtComment\0Mask of the image before it");
  expect(marked.readUInt32BE(41 + length)).toBe(crc32(marked.subarray(37, 41 + length)));
  expect(Buffer.concat([marked.subarray(0, 33), marked.subarray(end)])).toEqual(plain);
});

test.each(["", "data:image/png;base64,", "stored:a", "https://images.test/a.png", "data:image/jpeg;base64,/9g="])(
  "%j is no mask",
  (url) => {
    expect(isMask(url)).toBe(false);
  },
);

test("messages for other models have no masks", async () => {
  const mask = await urlOf(markAsMask(new Blob([new Uint8Array(pngOf(2, 2, [7, 8, 9]))])));
  const image = (url: string) => ({ type: "image_url", image_url: { url } }) as const;
  const text = { type: "text", text: "A kite" } as const;
  const [plain, marked] = [{ content: "Hello" }, { content: [text, image("stored:a"), image(mask)] }];
  expect(withoutMasks([plain, marked])).toEqual([plain, { content: [text, image("stored:a")] }]);
});
