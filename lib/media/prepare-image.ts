import { dataUrlChars, type ImageForm, imageForms, maxImageChars, shrinkImage } from "@/lib/media/shrink-image";

/** As many pixels as every browser's canvas takes. */
const maxPixels = 16_000_000;

/** Formats that may be transparent. */
const transparentTypes = /^image\/(png|webp|gif|avif)$/;

/**
 * Makes an image ready to be sent: upright, short enough, and without what a camera writes into it beside the picture.
 * Answers nothing where the browser cannot decode it.
 */
export async function prepareImage(file: Blob): Promise<Blob | undefined> {
  // Whatever keeps it from being decoded, there is one way on: another format.
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined);
  if (!bitmap) return undefined;
  const canvas = document.createElement("canvas");
  const keepsTransparency = transparentTypes.test(file.type) && dataUrlChars(file) <= maxImageChars;
  try {
    return await shrinkImage(imageForms({ keepsTransparency }), (form) => write(bitmap, canvas, form));
  } finally {
    bitmap.close();
  }
}

async function write(bitmap: ImageBitmap, canvas: HTMLCanvasElement, form: ImageForm): Promise<Blob> {
  const { type, scale, quality } = form;
  const room = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
  canvas.width = Math.max(1, Math.round(bitmap.width * room * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * room * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures.");
  if (type === "image/jpeg") {
    // What is transparent would be black.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture was not written."))), type, quality);
  });
}
