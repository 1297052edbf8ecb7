import type { ModelSettings } from "@/lib/chat/model-settings";

/** Options of image models besides the prompt; each model accepts some of them (`lib/providers/image-choices.ts`). */
export interface ImageOptions {
  /** Width and height, as in `1024x1024`, or a class such as `2K`. */
  readonly size: string;
  readonly aspectRatio: ModelSettings["aspectRatio"];
  readonly quality: ModelSettings["quality"];
  readonly style: ModelSettings["style"];
  readonly background: ModelSettings["background"];
  readonly format: ModelSettings["imageFormat"];
  /** Number of images. */
  readonly count: number;
}

/** Returns the image options in model settings. */
export function imageOptionsOf(settings: ModelSettings): ImageOptions {
  const { size, aspectRatio, quality, style, background, imageFormat, imageCount } = settings;
  return { size, aspectRatio, quality, style, background, format: imageFormat, count: imageCount };
}
