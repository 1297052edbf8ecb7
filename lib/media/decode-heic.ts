/** Where the decoder of HEIC photos is, and how large a photo it may read. */
export interface HeicDecoder {
  /** The whole address of its worker. */
  readonly url: string;
  readonly maxPixels: number;
}

/** Reads a HEIC photo, upright, for a browser that reads none; nothing where it is broken or the decoder is out of reach. */
export async function decodeHeic(photo: Blob, { url, maxPixels }: HeicDecoder): Promise<ImageBitmap | undefined> {
  const worker = new Worker(url);
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ImageBitmap | null>) => resolve(data ?? undefined);
      worker.onerror = ({ message }) => {
        console.warn("The decoder of HEIC photos could not be used.", message);
        resolve(undefined);
      };
      worker.postMessage({ photo, maxPixels });
    });
  } finally {
    worker.terminate();
  }
}
