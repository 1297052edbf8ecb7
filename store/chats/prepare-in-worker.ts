import { type Preparation, type PreparationRequest, prepareImage } from "@/lib/media/prepare-image";
import { imageLimits } from "@/lib/media/shrink-image";
import { basePath } from "@/lib/platform/build-info";
import { runInWorker } from "@/store/base/run-in-worker";
import { useSettings } from "@/store/settings/settings";

/** Prepares an image for sending in a worker, or in this thread if workers cannot decode it. */
export async function prepareInWorker(file: Blob): Promise<Preparation> {
  const order = {
    file,
    heicDecoderUrl: new URL(`${basePath}/heif/decoder.js`, location.origin).href,
    maxChars: imageLimits[useSettings.getState().imageLimit],
  };
  if (typeof OffscreenCanvas === "undefined") return prepareImage(order);
  const worker = new Worker(new URL("./image-worker.ts", import.meta.url), { type: "module" });
  try {
    return await runInWorker<PreparationRequest, Preparation>(worker, order);
  } catch (error) {
    console.warn("Could not prepare an image in a worker.", error);
    return prepareImage(order);
  }
}
