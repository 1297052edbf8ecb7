/** Encoding of an image: its format, its scale, and its quality unless it is PNG. */
export interface ImageForm {
  readonly type: "image/png" | "image/webp";
  readonly scale: number;
  readonly quality?: number;
}

/** Maximum lengths of an image's data URL, in characters, by the setting `imageLimit`. */
export const imageLimits = { standard: 262_144, large: 1_048_576 } as const;

/** Scale factor of width and height per step. */
const scaleStep = 0.9;
/** Maximum number of steps: then a hundredth of the width is left, which is enough for any decodable image. */
const maxSteps = 45;

/**
 * Yields the encodings to try until the image is small enough: PNG for drawings, whose text it keeps exact, then WebP
 * with lower quality, then with smaller size. Text stays legible longest that way: WebP takes about a third less than
 * JPEG, and a lower quality blurs letters less than a smaller size.
 */
export function* imageForms({ isDrawing }: { readonly isDrawing: boolean }): Generator<ImageForm> {
  if (isDrawing) yield { type: "image/png", scale: 1 };
  for (const quality of [0.92, 0.85, 0.75, 0.65]) yield { type: "image/webp", scale: 1, quality };
  for (let step = 0; step < maxSteps; step++) yield { type: "image/webp", scale: scaleStep ** step, quality: 0.55 };
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
  maxChars: number,
): Promise<B | undefined> {
  let left = [...forms];
  let best: B | undefined;
  const [first] = left;
  if (first?.type === "image/png") {
    const written = await write(first);
    if (dataUrlChars(written) <= maxChars) return written;
    left = left.slice(1);
  }
  while (left.length > 0) {
    const middle = left.length >> 1;
    const written = await write(left[middle] as ImageForm);
    const isShort = dataUrlChars(written) <= maxChars;
    if (isShort) best = written;
    left = isShort ? left.slice(0, middle) : left.slice(middle + 1);
  }
  return best;
}
