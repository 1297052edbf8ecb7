/** The decoder of HEIC photos and its limit. */
export interface HeicDecoder {
  /** Absolute URL of its worker. */
  readonly url: string;
  readonly maxPixels: number;
}

/**
 * Decodes a HEIC photo, upright, for browsers without support; undefined if it is damaged or the decoder cannot be
 * loaded.
 */
export async function decodeHeic(photo: Blob, { url, maxPixels }: HeicDecoder): Promise<ImageBitmap | undefined> {
  const worker = new Worker(url);
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ImageBitmap | null>) => resolve(data ?? undefined);
      worker.onerror = ({ message }) => {
        console.warn("Could not run the HEIC decoder.", message);
        resolve(undefined);
      };
      worker.postMessage({ photo, maxPixels });
    });
  } finally {
    worker.terminate();
  }
}
