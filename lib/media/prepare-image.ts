import { decodeHeic } from "@/lib/media/decode-heic";
import { headBytes, type PictureFacts, pictureFacts } from "@/lib/media/picture-facts";
import { type ImageForm, imageForms, shrinkImage } from "@/lib/media/shrink-image";

/** Maximum number of pixels that every browser's canvas supports. */
const maxPixels = 16_000_000;

/** Maximum number of pixels of an image that is decoded: more would exhaust a phone's memory. */
const maxDecodedPixels = 120_000_000;

/** Formats of screenshots and drawings, and the maximum number of pixels of those that are tried as PNG. */
const drawingTypes = /^image\/(png|webp|gif|avif)$/;
const maxDrawingPixels = 8_000_000;

type EncodedType = ImageForm["type"] | "image/jpeg";

/** A prepared image, or the reason that it failed. `heic`: neither the browser nor our decoder can read this photo. */
export type Preparation =
  | { readonly kind: "ready"; readonly image: Blob }
  | { readonly kind: "unreadable" | "too-large" | "heic" };

/** The image to prepare, and the decoder for HEIC photos in browsers without support. */
export interface PreparationRequest {
  readonly file: Blob;
  /** Absolute URL of the decoder's worker. */
  readonly heicDecoderUrl: string;
  /** Maximum length of the image's data URL, in characters. */
  readonly maxChars: number;
}

/**
 * Prepares an image for sending: upright, small enough, and without the camera's metadata. Runs in a page or in a
 * worker.
 */
export async function prepareImage({ file, heicDecoderUrl, maxChars }: PreparationRequest): Promise<Preparation> {
  const facts = pictureFacts(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (!facts) return { kind: "unreadable" };
  if ((facts.width ?? 0) * (facts.height ?? 0) > maxDecodedPixels) return { kind: "too-large" };
  const bitmap = (await decode(file, facts)) ?? (await decodedHeic(file, facts, heicDecoderUrl));
  if (!bitmap) return { kind: facts.type === "image/heic" ? "heic" : "unreadable" };
  const isDrawing = drawingTypes.test(facts.type) && bitmap.width * bitmap.height <= maxDrawingPixels;
  try {
    const image = await shrinkImage(imageForms({ isDrawing }), (form) => write(bitmap, form), maxChars);
    return image ? { kind: "ready", image } : { kind: "unreadable" };
  } finally {
    bitmap.close();
  }
}

/** Decodes an image; undefined for any failure, because the user's only remedy is another format. */
function decode(file: Blob, { type }: PictureFacts): Promise<ImageBitmap | undefined> {
  // With its real type, regardless of its name.
  const named = file.slice(0, file.size, type);
  return createImageBitmap(named, { imageOrientation: "from-image" }).catch(() => undefined);
}

async function decodedHeic(file: Blob, { type }: PictureFacts, url: string): Promise<ImageBitmap | undefined> {
  return type === "image/heic" ? decodeHeic(file, { url, maxPixels: maxDecodedPixels }) : undefined;
}

/** Encodes an image. Browsers that cannot write WebP write JPEG instead. */
async function write(bitmap: ImageBitmap, form: ImageForm): Promise<Blob> {
  const written = await encode(bitmap, form);
  return written.type === form.type ? written : encode(bitmap, { ...form, type: "image/jpeg" });
}

async function encode(
  bitmap: ImageBitmap,
  { type, scale, quality }: Omit<ImageForm, "type"> & { readonly type: EncodedType },
): Promise<Blob> {
  const fit = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
  const width = Math.max(1, Math.round(bitmap.width * fit * scale));
  const height = Math.max(1, Math.round(bitmap.height * fit * scale));
  if (typeof OffscreenCanvas === "undefined") {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    render(canvas.getContext("2d"), bitmap, type);
    return new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture was written."))), type, quality);
    });
  }
  const canvas = new OffscreenCanvas(width, height);
  render(canvas.getContext("2d"), bitmap, type);
  return canvas.convertToBlob({ type, ...(quality === undefined ? {} : { quality }) });
}

function render(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null,
  bitmap: ImageBitmap,
  type: EncodedType,
): void {
  if (!context) throw new Error("Could not create a canvas context.");
  const { width, height } = context.canvas;
  if (type === "image/jpeg") {
    // Otherwise transparent pixels would become black.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(bitmap, 0, 0, width, height);
}
