import { decodeHeic } from "@/lib/media/decode-heic";
import { headBytes, type PictureFacts, pictureFacts } from "@/lib/media/picture-facts";
import { dataUrlChars, type ImageForm, imageForms, maxImageChars, shrinkImage } from "@/lib/media/shrink-image";

/** As many pixels as every browser's canvas takes. */
const maxPixels = 16_000_000;

/** A picture of more pixels than this is not decoded: it would take the memory of a phone. */
const maxDecodedPixels = 120_000_000;

/** Formats that may be transparent. */
const transparentTypes = /^image\/(png|webp|gif|avif)$/;

/** A picture that is ready to be sent, or why there is none. `heic`: neither browser nor decoder reads this phone's photo. */
export type Preparation =
  | { readonly kind: "ready"; readonly image: Blob }
  | { readonly kind: "unreadable" | "too-large" | "heic" };

/** What is to be made ready, and what a HEIC photo is read with where the browser reads none. */
export interface PreparationOrder {
  readonly file: Blob;
  /** The whole address of the decoder's worker. */
  readonly heicDecoderUrl: string;
}

/**
 * Makes an image ready to be sent: upright, short enough, and without what a camera writes into it beside the picture.
 * Runs in a page or in a worker.
 */
export async function prepareImage({ file, heicDecoderUrl }: PreparationOrder): Promise<Preparation> {
  const facts = pictureFacts(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (!facts) return { kind: "unreadable" };
  if ((facts.width ?? 0) * (facts.height ?? 0) > maxDecodedPixels) return { kind: "too-large" };
  const bitmap = (await decode(file, facts)) ?? (await decodedHeic(file, facts, heicDecoderUrl));
  if (!bitmap) return { kind: facts.type === "image/heic" ? "heic" : "unreadable" };
  const keepsTransparency = transparentTypes.test(facts.type) && dataUrlChars(file) <= maxImageChars;
  try {
    const image = await shrinkImage(imageForms({ keepsTransparency }), (form) => write(bitmap, form));
    return image ? { kind: "ready", image } : { kind: "unreadable" };
  } finally {
    bitmap.close();
  }
}

/** Whatever keeps it from being decoded, there is one way on: another format. */
function decode(file: Blob, { type }: PictureFacts): Promise<ImageBitmap | undefined> {
  // Under its true type, whatever it is called.
  const named = file.slice(0, file.size, type);
  return createImageBitmap(named, { imageOrientation: "from-image" }).catch(() => undefined);
}

async function decodedHeic(file: Blob, { type }: PictureFacts, url: string): Promise<ImageBitmap | undefined> {
  return type === "image/heic" ? decodeHeic(file, { url, maxPixels: maxDecodedPixels }) : undefined;
}

async function write(bitmap: ImageBitmap, { type, scale, quality }: ImageForm): Promise<Blob> {
  const room = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
  const width = Math.max(1, Math.round(bitmap.width * room * scale));
  const height = Math.max(1, Math.round(bitmap.height * room * scale));
  if (typeof OffscreenCanvas === "undefined") {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    draw(canvas.getContext("2d"), bitmap, type);
    return new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture was written."))), type, quality);
    });
  }
  const canvas = new OffscreenCanvas(width, height);
  draw(canvas.getContext("2d"), bitmap, type);
  return canvas.convertToBlob({ type, ...(quality === undefined ? {} : { quality }) });
}

function draw(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null,
  bitmap: ImageBitmap,
  type: ImageForm["type"],
): void {
  if (!context) throw new Error("This browser draws no pictures.");
  const { width, height } = context.canvas;
  if (type === "image/jpeg") {
    // What is transparent would be black.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(bitmap, 0, 0, width, height);
}
