/** Encodes a canvas as an image. Resolves with `null` if the browser cannot, such as for a canvas that is too large. */
export function canvasBlob(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}
