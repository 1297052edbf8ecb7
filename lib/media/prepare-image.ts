import { headBytes, type PictureFacts, pictureFacts } from "@/lib/media/picture-facts";
import { dataUrlChars, type ImageForm, imageForms, maxImageChars, shrinkImage } from "@/lib/media/shrink-image";

/** As many pixels as every browser's canvas takes. */
const maxPixels = 16_000_000;

/** A picture of more pixels than this is not decoded: it would take the memory of a phone. */
const maxDecodedPixels = 120_000_000;

/** Formats that may be transparent. */
const transparentTypes = /^image\/(png|webp|gif|avif)$/;

/** A picture that is ready to be sent, or why there is none. `heic`: this browser does not decode a phone's format. */
export type Preparation =
  | { readonly kind: "ready"; readonly image: Blob }
  | { readonly kind: "unreadable" | "too-large" | "heic" };

/**
 * Makes an image ready to be sent: upright, short enough, and without what a camera writes into it beside the picture.
 * Runs in a page or in a worker.
 */
export async function prepareImage(file: Blob): Promise<Preparation> {
  const facts = pictureFacts(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (!facts) return { kind: "unreadable" };
  if ((facts.width ?? 0) * (facts.height ?? 0) > maxDecodedPixels) return { kind: "too-large" };
  const bitmap = await decode(file, facts);
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
