/** Encoding of an image: its format, its scale, and for JPEG its quality. */
export interface ImageForm {
  readonly type: "image/png" | "image/jpeg";
  readonly scale: number;
  readonly quality?: number;
}

/** Maximum length of an image's data URL, in characters. */
export const maxImageChars = 262_144;

/** Scale factor of width and height per step. */
const scaleStep = 0.9;
/** Maximum number of steps: then a hundredth of the width is left, which is enough for any decodable image. */
const maxSteps = 45;

/**
 * Yields the encodings to try until the image is small enough. PNG comes first if transparency may be retained, then
 * JPEG with lower quality, then with smaller size.
 */
export function* imageForms({ keepsTransparency }: { readonly keepsTransparency: boolean }): Generator<ImageForm> {
  if (keepsTransparency) yield { type: "image/png", scale: 1 };
  for (const quality of [0.9, 0.8, 0.7, 0.6]) yield { type: "image/jpeg", scale: 1, quality };
  for (let step = 0; step < maxSteps; step++) yield { type: "image/jpeg", scale: scaleStep ** step, quality: 0.5 };
}

/** Returns the length of an image's data URL, in characters. */
export function dataUrlChars({ type, size }: Pick<Blob, "type" | "size">): number {
  return `data:${type};base64,`.length + 4 * Math.ceil(size / 3);
}

/**
 * Returns an image in the first encoding that is small enough; undefined if none is. Each encoding is smaller than the
 * previous one, so a binary search finds it: a photo is encoded six times instead of twenty.
 */
export async function shrinkImage<B extends Pick<Blob, "type" | "size">>(
  forms: Iterable<ImageForm>,
  write: (form: ImageForm) => Promise<B>,
): Promise<B | undefined> {
  let left = [...forms];
  let best: B | undefined;
  const [first] = left;
  if (first?.type === "image/png") {
    const written = await write(first);
    if (dataUrlChars(written) <= maxImageChars) return written;
    left = left.slice(1);
  }
  while (left.length > 0) {
    const middle = left.length >> 1;
    const written = await write(left[middle] as ImageForm);
    const isShort = dataUrlChars(written) <= maxImageChars;
    if (isShort) best = written;
    left = isShort ? left.slice(0, middle) : left.slice(middle + 1);
  }
  return best;
}
