import { AppError } from "@/lib/errors";
import { canvasBlob } from "@/lib/platform/canvas-blob";

/** Whether the browser supports copying images: not over plain http, nor in older browsers. */
export function canCopyImages(): boolean {
  return typeof ClipboardItem === "function" && "clipboard" in navigator;
}

/** Copies a rendered image of this page as PNG, which every clipboard accepts. Throws `clipboard` if it fails. */
export function copyImage(image: HTMLImageElement): Promise<void> {
  return copyPng(pngOf(image));
}

/** Copies a PNG image that is still being created. Throws `clipboard` if that or the copying fails. */
export async function copyPng(png: Promise<Blob>): Promise<void> {
  try {
    // Pass a promise of the data, because the permission of a click expires during a wait.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
  } catch {
    throw new AppError("clipboard");
  }
}

async function pngOf(image: HTMLImageElement): Promise<Blob> {
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const png = await canvasBlob(canvas, "image/png");
  if (!png) throw new AppError("clipboard");
  return png;
}
