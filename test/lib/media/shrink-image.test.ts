import fc from "fast-check";
import { dataUrlChars, type ImageForm, imageForms, maxImageChars, shrinkImage } from "@/lib/media/shrink-image";

test("the forms of an image: lower quality first, then smaller steps", () => {
  const forms = [...imageForms({ keepsTransparency: false })];
  expect(forms.slice(0, 7)).toEqual([
    { type: "image/jpeg", scale: 1, quality: 0.9 },
    { type: "image/jpeg", scale: 1, quality: 0.8 },
    { type: "image/jpeg", scale: 1, quality: 0.7 },
    { type: "image/jpeg", scale: 1, quality: 0.6 },
    { type: "image/jpeg", scale: 1, quality: 0.5 },
    { type: "image/jpeg", scale: 0.9, quality: 0.5 },
    { type: "image/jpeg", scale: 0.81, quality: 0.5 },
  ]);
  expect(forms.at(-1)?.scale).toBeLessThan(0.01);
});

test("an image that may be transparent is tried as PNG first", () => {
  const [first, second] = imageForms({ keepsTransparency: true });
  expect([first, second]).toEqual([
    { type: "image/png", scale: 1 },
    { type: "image/jpeg", scale: 1, quality: 0.9 },
  ]);
});

test("the length of a data URL is known without making it", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const url = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
      expect(dataUrlChars({ type: "image/png", size: bytes.length })).toBe(url.length);
    }),
  );
});

describe("shrinking", () => {
  /** As a picture of so many pixels may take bytes: PNG three each, JPEG by its quality. */
  const writing = (pixels: number) => async (form: ImageForm) => {
    const { type, scale, quality = 3 } = form;
    return { type, size: Math.round(pixels * scale * scale * quality), form };
  };

  test("the first form that is short enough is taken, whatever the size of the picture", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 16_000_000 }), fc.boolean(), async (pixels, keepsTransparency) => {
        const written: ImageForm[] = [];
        const small = await shrinkImage(imageForms({ keepsTransparency }), async (form) => {
          written.push(form);
          return writing(pixels)(form);
        });
        const sizes = await Promise.all([...imageForms({ keepsTransparency })].map(writing(pixels)));
        expect(small?.form).toEqual(sizes.find((size) => dataUrlChars(size) <= maxImageChars)?.form);
        expect(written.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  test("whatever the size of the picture, its data URL is short enough in the end", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 16_000_000 }), fc.boolean(), async (pixels, keepsTransparency) => {
        const small = await shrinkImage(imageForms({ keepsTransparency }), writing(pixels));
        expect(small && dataUrlChars(small)).toBeLessThanOrEqual(maxImageChars);
      }),
    );
  });

  test("a picture that never is short enough is none", async () => {
    const never = async () => ({ type: "image/jpeg", size: maxImageChars });
    expect(await shrinkImage(imageForms({ keepsTransparency: false }), never)).toBeUndefined();
  });
});
