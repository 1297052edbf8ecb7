import { AppError } from "@/lib/errors";

/** Whether the browser lets a page copy images: not over plain http, nor in older browsers. */
export function canCopyImages(): boolean {
  return typeof ClipboardItem === "function" && "clipboard" in navigator;
}

/** Copies a drawn image of this page as PNG, the one form that every clipboard takes. Throws `clipboard` when refused. */
export function copyImage(image: HTMLImageElement): Promise<void> {
  return copyPng(pngOf(image));
}

/** Copies a PNG image that is still being made. Throws `clipboard` when refused, or when it was not made. */
export async function copyPng(png: Promise<Blob>): Promise<void> {
  try {
    // A promise of the data, for the permission of a press does not outlast a wait.
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
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new AppError("clipboard"))), "image/png");
  });
}
