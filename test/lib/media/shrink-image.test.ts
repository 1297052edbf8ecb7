import fc from "fast-check";
import { dataUrlChars, type ImageForm, imageForms, imageLimits, shrinkImage } from "@/lib/media/shrink-image";

test("tries lower quality first, then smaller sizes", () => {
  const forms = [...imageForms({ isDrawing: false })];
  expect(forms.slice(0, 7)).toEqual([
    { type: "image/webp", scale: 1, quality: 0.92 },
    { type: "image/webp", scale: 1, quality: 0.85 },
    { type: "image/webp", scale: 1, quality: 0.75 },
    { type: "image/webp", scale: 1, quality: 0.65 },
    { type: "image/webp", scale: 1, quality: 0.55 },
    { type: "image/webp", scale: 0.9, quality: 0.55 },
    { type: "image/webp", scale: 0.81, quality: 0.55 },
  ]);
  expect(forms.at(-1)?.scale).toBeLessThan(0.01);
});

test("tries PNG first for a drawing", () => {
  const [first, second] = imageForms({ isDrawing: true });
  expect([first, second]).toEqual([
    { type: "image/png", scale: 1 },
    { type: "image/webp", scale: 1, quality: 0.92 },
  ]);
});

test("computes the length of a data URL without creating it", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const url = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
      expect(dataUrlChars({ type: "image/png", size: bytes.length })).toBe(url.length);
    }),
  );
});

describe("shrinking", () => {
  const maxChars = imageLimits.standard;

  /** As a picture of so many pixels may take bytes: PNG three each, WebP by its quality. */
  const writing = (pixels: number) => async (form: ImageForm) => {
    const { type, scale, quality = 3 } = form;
    return { type, size: Math.round(pixels * scale * scale * quality), form };
  };

  test("returns the first attempt that is short enough, whatever the size of the image", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 16_000_000 }), fc.boolean(), async (pixels, isDrawing) => {
        const written: ImageForm[] = [];
        const small = await shrinkImage(
          imageForms({ isDrawing }),
          async (form) => {
            written.push(form);
            return writing(pixels)(form);
          },
          maxChars,
        );
        const sizes = await Promise.all([...imageForms({ isDrawing })].map(writing(pixels)));
        expect(small?.form).toEqual(sizes.find((size) => dataUrlChars(size) <= maxChars)?.form);
        expect(written.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  test("always ends with a data URL that is short enough, whatever the size of the image", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 16_000_000 }), fc.boolean(), async (pixels, isDrawing) => {
        const small = await shrinkImage(imageForms({ isDrawing }), writing(pixels), maxChars);
        expect(small && dataUrlChars(small)).toBeLessThanOrEqual(maxChars);
      }),
    );
  });

  test("returns nothing if no attempt is short enough", async () => {
    const never = async () => ({ type: "image/webp", size: maxChars });
    expect(await shrinkImage(imageForms({ isDrawing: false }), never, maxChars)).toBeUndefined();
  });
});
