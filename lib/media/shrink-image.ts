/** How an image is written: its format, how much of its size is left, and for JPEG its quality. */
export interface ImageForm {
  readonly type: "image/png" | "image/jpeg";
  readonly scale: number;
  readonly quality?: number;
}

/** How long the data URL of an image may be, in characters. */
export const maxImageChars = 262_144;

/** By how much width and height shrink with each step. */
const scaleStep = 0.9;
/** No image that a browser can decode needs more steps: a hundredth of its width is left by then. */
const mostSteps = 45;

/**
 * Returns the forms in which an image is tried until one is short enough: as PNG, where its transparency may be
 * kept, then as JPEG, first in lower quality and then in smaller size.
 */
export function* imageForms({ keepsTransparency }: { readonly keepsTransparency: boolean }): Generator<ImageForm> {
  if (keepsTransparency) yield { type: "image/png", scale: 1 };
  for (const quality of [0.9, 0.8, 0.7, 0.6]) yield { type: "image/jpeg", scale: 1, quality };
  for (let step = 0; step < mostSteps; step++) yield { type: "image/jpeg", scale: scaleStep ** step, quality: 0.5 };
}

/** Returns how long the data URL of an image would be, in characters. */
export function dataUrlChars({ type, size }: Pick<Blob, "type" | "size">): number {
  return `data:${type};base64,`.length + 4 * Math.ceil(size / 3);
}

/**
 * Returns an image in the first form that is short enough; nothing where none is. Since each form is shorter than the one
 * before, half of those that are left are passed over with each that is written: a photo is written six times, and not
 * twenty.
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
